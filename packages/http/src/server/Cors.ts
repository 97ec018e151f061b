import { Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/**
 * Origins whose pages may call the API: `https://docs.example.com`, or `*` for any. Without origins there are no CORS
 * headers.
 */
export type Origins = ReadonlyArray<string>

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
const requestHeaders =
  "authorization, content-digest, content-type, last-event-id, tus-resumable, upload-offset, x-request-id"
const exposedHeaders =
  "location, retry-after, tus-resumable, upload-expires, upload-length, upload-offset, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id"

/** How long a browser may remember a preflight, in seconds. */
const maximumAge = "600"

const allowedOrigin = (origins: Origins, request: HttpServerRequest.HttpServerRequest): Option.Option<string> =>
  Option.filter(
    Option.fromNullishOr(request.headers["origin"]),
    (origin) => origins.includes("*") || origins.includes(origin)
  )

const addVary = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const known = response.headers["vary"]
  return HttpServerResponse.setHeader(response, "vary", known === undefined ? "origin" : `${known}, origin`)
}

/** The response to a CORS preflight; none when the request is not one. */
export const preflight = (
  origins: Origins,
  request: HttpServerRequest.HttpServerRequest
): Option.Option<HttpServerResponse.HttpServerResponse> => {
  if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) {
    return Option.none()
  }
  return Option.map(allowedOrigin(origins, request), () =>
    HttpServerResponse.empty({
      status: 204,
      headers: {
        "access-control-allow-methods": methods,
        "access-control-allow-headers": requestHeaders,
        "access-control-max-age": maximumAge
      }
    })
  )
}

/** Lets pages of the configured origins read the response. */
export const addHeaders = (
  origins: Origins,
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if (origins.length === 0) return response
  return Option.match(allowedOrigin(origins, request), {
    onNone: () => addVary(response),
    onSome: (origin) =>
      HttpServerResponse.setHeaders(addVary(response), {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": exposedHeaders
      })
  })
}
