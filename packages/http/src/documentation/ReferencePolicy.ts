import { ThemeScript } from "@quire/reader"
import type { HttpServerRequest } from "effect/http"
import * as Hosts from "../foundation/exchange/Hosts.ts"

/** The path of what pages load, below `/docs/`. */
export const assets = "~asset/"

/** A host as a policy may name it. */
const hostPattern = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * What pages may load: their stylesheet and script by the paths they have, on the host that was asked and at the base
 * URL, as any other path of the origin may be somebody's file.
 */
export const make = (base: string) => {
  const own = `${base}/docs/${assets}`
  const path = new URL(own).pathname
  return (request: HttpServerRequest.HttpServerRequest): { readonly [name: string]: string } => {
    const host = Hosts.sentTo(request)
    const here = hostPattern.test(host) ? [`${host}/docs/${assets}`, `${host}${path}`] : []
    const sources = [...new Set([...here, own])].join(" ")
    return {
      "content-security-policy": [
        "default-src 'none'",
        `script-src ${ThemeScript.hash} ${sources}`,
        `style-src ${sources}`,
        `img-src ${sources}`,
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'"
      ].join("; ")
    }
  }
}
