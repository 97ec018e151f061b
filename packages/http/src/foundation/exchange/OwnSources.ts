import { PolicyHost } from "@quire/reader"
import type { HttpServerRequest } from "effect/http"
import * as Hosts from "./Hosts.ts"

/**
 * Sources of a server path for a content security policy: at the base URL and at the requested host, with and without
 * the path of the base URL. `'self'` would allow every path of the origin, including uploaded files.
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
