import { createServer, type Server as HttpServer } from "node:http"
import { Server as NetServer } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Clock, Duration, Effect, type Layer, Scope } from "effect"
import { HttpMiddleware } from "effect/http"
import type { Contract } from "../documentation/Contract.ts"
import * as Capture from "../foundation/exchange/Capture.ts"
import type { RateLimit } from "../foundation/exchange/RateLimit.ts"
import { Readiness } from "../foundation/exchange/Readiness.ts"
import * as Application from "./Application.ts"
import * as Connections from "./Connections.ts"
import * as FairScheduler from "./FairScheduler.ts"
import { type Address, type ListenFailed, listen } from "./Listener.ts"

export { type Address, ListenFailed } from "./Listener.ts"

/** Milliseconds. */
export const limits = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 5_000,
  /** How often timeouts of slow clients are checked. */
  check: 2_000,
  /** How long a closing server keeps listening after `/readyz` fails. */
  grace: 300,
  /** How long requests in flight may take once the server closes. */
  drain: 10_000,
  /** How long a closing server waits for the first request of a connection. */
  first: 1_000,
  /** How long to wait after the last request for another one on its way over a kept-alive connection. */
  settle: 100,
  /** How often a closing server checks whether it is idle. */
  poll: 10,
  /** Event-loop ticks in which a closing server accepts connections that keep arriving. */
  turns: 1_000
} as const

export interface Options extends Application.Options, Address {
  /**
   * Time between `/readyz` failing and the listener closing, for load balancers to notice; 300 milliseconds by default.
   */
  readonly grace?: Duration.Input
  /** How long requests in flight may take once the server closes; 10 seconds by default. */
  readonly drain?: Duration.Input
}

const createHttpServer = (handler: Connections.Handler, connections: Connections.Connections): HttpServer => {
  const counted = connections.track(handler)
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.check,
      requireHostHeader: false
    },
    counted
  )
  server.on("connection", (socket) => connections.accept(socket))
  server.on("checkExpectation", counted)
  server.on("clientError", Connections.refuse)
  server.setTimeout(Connections.unreadLimit)
  server.on("timeout", (socket) => connections.expire(socket))
  return server
}

/** Waits until nothing has been in flight or expected for a moment, at most until the deadline. */
const waitUntilIdle = (connections: Connections.Connections, drain: Duration.Input) =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const deadline = begun + Duration.toMillis(drain)
    let lastBusy = begun
    for (let now = begun; now < deadline; now = yield* Clock.currentTimeMillis) {
      if (connections.isBusy || (connections.isExpecting && now - begun < limits.first)) lastBusy = now
      else if (now - lastBusy >= limits.settle) return
      yield* Effect.sleep(limits.poll)
    }
  })

/**
 * Closes the listener in an event-loop tick in which no connection waits to be accepted, because the system cuts
 * waiting ones. `http.Server.close` would immediately cut idle connections, including those with requests on their way.
 */
const stopAccepting = (server: HttpServer, connections: Connections.Connections) =>
  Effect.callback<void>((resume) => {
    const look = (accepted: number, turns: number): void => {
      if (connections.accepted > accepted && turns > 0) {
        setImmediate(look, connections.accepted, turns - 1)
      } else {
        NetServer.prototype.close.call(server)
        resume(Effect.void)
      }
    }
    setImmediate(look, connections.accepted, limits.turns)
  })

const close = (server: HttpServer, connections: Connections.Connections, { drain, grace }: Options) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    const before = connections.answered
    yield* readiness.shutDown
    yield* Effect.sleep(grace ?? limits.grace)
    yield* stopAccepting(server, connections)
    connections.close()
    yield* waitUntilIdle(connections, drain ?? limits.drain)
    server.closeAllConnections()
    server.close()
    yield* Effect.logInfo("stopped").pipe(Effect.annotateLogs({ drained: connections.answered - before }))
  })

/**
 * Serves the API until the scope closes, and returns its address. Listens once every layer is built. On closing,
 * `/readyz` fails, the listener closes after the grace period, accepted connections are answered, requests in flight
 * finish, and at the deadline every connection is cut. The scope does not wait for a request that cannot be interrupted
 * even then.
 */
export const serve = (
  options: Options
): Effect.Effect<
  Address,
  ListenFailed,
  Scope.Scope | Contract | RateLimit | Readiness | Layer.Success<typeof Application.layerContext>
> =>
  Effect.gen(function* () {
    const app = yield* Application.make(options)
    const connections = new Connections.Connections()
    const scope = yield* Scope.make()
    const handler = yield* NodeHttpServer.makeHandler(connections.during(app), { scope }).pipe(
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true),
      Effect.provide(FairScheduler.layer),
      Effect.updateContext(Capture.withoutEngine<never, never>)
    )
    const server = createHttpServer(handler, connections)
    return yield* Effect.acquireRelease(listen(server, options), () => close(server, connections, options))
  })
