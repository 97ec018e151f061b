import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from "node:net"
import { Deferred, Effect } from "effect"
import { certificate, key } from "./certificate.ts"

export interface Listener {
  readonly port: number
  /** The number of connections since the start. */
  readonly connections: () => number
  readonly requests: ReadonlyArray<IncomingMessage>
  /** Resolves when the next connection that was open at the time has closed. */
  readonly closed: Effect.Effect<void>
}

const listening = (server: Server, requests: ReadonlyArray<IncomingMessage>) =>
  Effect.gen(function* () {
    let connections = 0
    const sockets = new Set<Socket>()
    const closed = Deferred.makeUnsafe<void>()
    server.on("connection", (socket: Socket) => {
      connections++
      sockets.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          for (const socket of sockets) socket.destroy()
          server.close(() => resume(Effect.void))
        })
    )
    const port = (server.address() as AddressInfo).port
    return { port, connections: () => connections, requests, closed: Deferred.await(closed) } satisfies Listener
  })

const recording = (respond: (request: IncomingMessage, response: ServerResponse) => void) => {
  const requests: Array<IncomingMessage> = []
  const handler: RequestListener = (request, response) => {
    requests.push(request)
    respond(request, response)
  }
  return { requests, handler }
}

/** A server on every address of this machine, closed with the scope. */
export const http = (respond: (request: IncomingMessage, response: ServerResponse) => void) => {
  const { requests, handler } = recording(respond)
  return listening(createServer(handler), requests)
}

/** The same behind TLS, as `docs.test`. */
export const https = (respond: (request: IncomingMessage, response: ServerResponse) => void) => {
  const { requests, handler } = recording(respond)
  return listening(createSecureServer({ key, cert: certificate }, handler), requests)
}

/** A server whose protocol is up to `serve`. */
export const raw = (serve: (socket: Socket) => void) => listening(createPlainServer(serve), [])
