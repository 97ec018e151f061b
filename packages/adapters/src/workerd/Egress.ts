import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Fetcher } from "@quire/core"
import { Effect, Exit, FiberSet } from "effect"
import type * as Outgoing from "../script/Outgoing.ts"

export const limits = {
  /** Requests of one run. */
  requests: 50,
  /** Size of a request body. */
  bytes: 5 * 1024 * 1024
} as const

const readBody = async (request: IncomingMessage): Promise<Uint8Array | undefined> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > limits.bytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const headersOf = ({ rawHeaders }: IncomingMessage): Fetcher.HeaderList =>
  Array.from({ length: rawHeaders.length / 2 }, (_, n) => [rawHeaders[2 * n] ?? "", rawHeaders[2 * n + 1] ?? ""])

/**
 * The network access of one process: an HTTP proxy on a socket that forwards permitted requests (rule script-fetch).
 * For a request that is rejected or exceeds the limit, the connection is closed.
 */
export const open = Effect.fnUntraced(function* (path: string, send: Outgoing.Send) {
  const run = yield* FiberSet.makeRuntimePromise<never, Exit.Exit<Fetcher.ExchangeResponse, Fetcher.FetchFailed>>()
  let left: number = limits.requests

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = left-- > 0 ? await readBody(request) : undefined
    if (body === undefined) return response.destroy()
    const asked = {
      url: request.url ?? "",
      method: request.method ?? "GET",
      headers: headersOf(request),
      ...(body.length === 0 ? {} : { body })
    }
    const answer = await run(Effect.exit(send(asked)))
    if (Exit.isFailure(answer)) return response.destroy()
    const { bytes, headers, status } = answer.value
    return response.writeHead(status, headers.flat()).end(bytes)
  }

  const server = createServer({ requireHostHeader: false }, (request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  for (const event of ["connect", "upgrade"]) {
    server.on(event, (_request, socket) => void socket.destroy())
  }
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(path, () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
})
