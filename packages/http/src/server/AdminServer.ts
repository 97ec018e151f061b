import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { Backlog } from "@quire/core"
import { Effect, Exit, Scope } from "effect"
import { HttpMiddleware, HttpServerRequest, HttpServerResponse } from "effect/http"
import { format } from "effect/observability/PrometheusMetrics"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import * as Health from "./Health.ts"
import * as Listener from "./Listener.ts"
import * as ProcessMetrics from "./ProcessMetrics.ts"
import { Readiness } from "./Readiness.ts"
import * as StoreMetrics from "./StoreMetrics.ts"

const contentType = "text/plain; version=0.0.4; charset=utf-8"

/** Collects the metrics as text. */
const makeMetrics = Effect.gen(function* () {
  const { forgetDelays } = yield* ProcessMetrics.register
  const { refresh } = yield* StoreMetrics.register
  return Effect.gen(function* () {
    yield* refresh
    const text = yield* format()
    forgetDelays()
    return HttpServerResponse.text(text, { contentType })
  })
})

/**
 * Serves only `/metrics`, `/healthz` and `/readyz`, until the scope closes (rule metrics-apart). Access is not
 * restricted.
 */
export const serve = (
  address: Listener.Address
): Effect.Effect<Listener.Address, Listener.ListenFailed, Scope.Scope | Backlog.Backlog | Readiness> =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    const answers = new Map([
      ["/metrics", yield* makeMetrics],
      ["/healthz", Health.alive],
      ["/readyz", Health.readyOf(readiness)]
    ])
    const noRoute = Effect.succeed(ErrorResponse.of(ErrorResponse.noRoute))
    const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
      const isRead = method === "GET" || method === "HEAD"
      return (isRead ? answers.get(url.replace(/\?.*/s, "")) : undefined) ?? noRoute
    }).pipe(Effect.withTracerEnabled(false))
    const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
    const handler = yield* NodeHttpServer.makeHandler(app, { scope }).pipe(
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true)
    )
    const server = createServer(handler)
    return yield* Effect.acquireRelease(Listener.listen(server, address), () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
    )
  })
