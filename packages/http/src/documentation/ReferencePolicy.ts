import { ThemeScript } from "@quire/reader"
import type { HttpServerRequest } from "effect/http"
import * as OwnSources from "../foundation/exchange/OwnSources.ts"

/** Path of assets, below `/docs/`. */
export const assets = "~asset/"

/** Content security policy of the pages: their stylesheet and script, and the inline script that sets the theme. */
export const make = (base: string) => {
  const sourcesFor = OwnSources.make(base, `/docs/${assets}`)
  return (request: HttpServerRequest.HttpServerRequest): { readonly [name: string]: string } => {
    const sources = sourcesFor(request)
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
