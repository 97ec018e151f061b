import { PolicyHost } from "@quire/reader"
import type { HttpServerRequest } from "effect/http"
import * as Hosts from "./Hosts.ts"

/**
 * A path of the server as a policy names it: at the base URL, and on the host that was asked, with the path of the base
 * URL or without. `'self'` would be every path of the origin, and some of those are files that people uploaded.
 */
export const make = (base: string, path: string) => {
  const own = `${base}${path}`
  const { pathname } = new URL(own)
  return (request: HttpServerRequest.HttpServerRequest): string => {
    const host = Hosts.sentTo(request)
    const here = PolicyHost.isNameable(host) ? [`${host}${path}`, `${host}${pathname}`] : []
    return [...new Set([...here, own])].join(" ")
  }
}
