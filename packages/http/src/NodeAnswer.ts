import { Cookies, HttpApp, type HttpServerRequest, type HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Effect } from "effect"

/** The bytes of an answer that is whole in memory; undefined for streams, files and answers with cookies. */
const wholeBody = ({ body, cookies }: HttpServerResponse.HttpServerResponse): Uint8Array | undefined => {
  if (!Cookies.isEmpty(cookies)) return undefined
  if (body._tag === "Uint8Array") return body.body
  return body._tag === "Empty" ? new Uint8Array(0) : undefined
}

/** Without a length Node would send an empty body in chunks, where a body may be at all. */
const headersOf = (
  { headers, status }: HttpServerResponse.HttpServerResponse,
  bytes: Uint8Array,
  isHead: boolean
): { readonly [name: string]: string } =>
  bytes.length > 0 || isHead || status === 204 || status === 304
    ? { ...headers }
    : { ...headers, "content-length": "0" }

const write = (request: HttpServerRequest.HttpServerRequest, response: HttpServerResponse.HttpServerResponse): void => {
  const to = NodeHttpServerRequest.toServerResponse(request)
  const bytes = wholeBody(response)
  const isHead = request.method === "HEAD"
  if (to.writableEnded) return
  if (to.destroyed) to.end()
  else if (bytes !== undefined) {
    to.writeHead(response.status, headersOf(response, bytes, isHead))
    to.end(isHead || bytes.length === 0 ? undefined : bytes)
  }
}

/**
 * Hands whole answers to the socket without waiting for it. The stock writer waits, uninterruptibly, for a callback that
 * Node never calls when the client has gone, so each such request would leave its fiber behind.
 */
export const writing = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.zipLeft(
    app,
    HttpApp.appendPreResponseHandler((request, response) =>
      Effect.sync(() => {
        write(request, response)
        return response
      })
    )
  )
