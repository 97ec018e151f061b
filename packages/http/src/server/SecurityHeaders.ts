import type { HttpServerResponse } from "effect/http"

const defaults: ReadonlyArray<readonly [string, string]> = [
  ["cache-control", "no-store"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"]
]

/** The default headers of every response, without those that a handler has set, as a new record. */
export const missingIn = ({ headers }: HttpServerResponse.HttpServerResponse): { [name: string]: string } => {
  const missing: { [name: string]: string } = {}
  for (const [name, value] of defaults) if (headers[name] === undefined) missing[name] = value
  return missing
}
