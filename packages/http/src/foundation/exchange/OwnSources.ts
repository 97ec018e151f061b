import type { HttpServerRequest } from "effect/http"
import * as Hosts from "./Hosts.ts"

/** A host as a policy may name it. */
const hostPattern = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * A path of the server as a policy names it: at the base URL, and on the host that was asked, with the path of the base
 * URL or without. `'self'` would be every path of the origin, and some of those are files that people uploaded.
 */
export const make = (base: string, path: string) => {
  const own = `${base}${path}`
  const { pathname } = new URL(own)
  return (request: HttpServerRequest.HttpServerRequest): string => {
    const host = Hosts.sentTo(request)
    const here = hostPattern.test(host) ? [`${host}${path}`, `${host}${pathname}`] : []
    return [...new Set([...here, own])].join(" ")
  }
}
