import type { HttpServerResponse } from "effect/http"

const defaults: ReadonlyArray<readonly [string, string]> = [
  ["cache-control", "no-store"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"]
]

/** The headers that every answer has; those that a handler has set stay as they are. */
export const missingIn = (response: HttpServerResponse.HttpServerResponse): typeof defaults =>
  defaults.filter(([name]) => response.headers[name] === undefined)
