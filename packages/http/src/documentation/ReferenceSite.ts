import { createHash } from "node:crypto"
import { Favicon, ReaderScript, ThemeCss } from "@quire/reader"
import { type Effect, Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import * as StaticAnswer from "../foundation/answer/StaticAnswer.ts"
import * as Hosts from "../foundation/exchange/Hosts.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import * as ReferenceFrame from "./ReferenceFrame.ts"
import * as ReferencePages from "./ReferencePages.ts"
import * as ReferencePolicy from "./ReferencePolicy.ts"
import * as ReferenceStyle from "./ReferenceStyle.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse
type Answer = Effect.Effect<Response, never, Request>

const html = "text/html; charset=utf-8"

const assetOf = (text: string, extension: string, contentType: string) => ({
  name: `${createHash("sha256").update(text).digest("base64url").slice(0, 27)}.${extension}`,
  content: { text, contentType, cacheControl: "public, max-age=31536000, immutable" }
})

/** Assets that every page loads. */
const makeAssets = () => {
  const style = `${ThemeCss.print(ReferenceFrame.customization)}${ReferenceStyle.css}`
  const sign = Favicon.print(ReferenceFrame.customization, ReferenceFrame.title)
  return {
    style: assetOf(style, "css", "text/css; charset=utf-8"),
    script: assetOf(ReaderScript.source, "js", "text/javascript; charset=utf-8"),
    sign: assetOf(sign, "svg", "image/svg+xml")
  }
}

/**
 * Returns the canonical path of a path with doubled or trailing slashes; none if it is canonical. The path of the base
 * URL may precede it.
 */
const respell = ({ originalUrl }: Request, path: string, below: Hosts.Hosts["below"]): Option.Option<Response> => {
  const { pathname } = new URL(originalUrl, "http://quire")
  const bare = below(pathname)
  if (pathname === path || bare === path) return Option.none()
  const isBelow = bare !== undefined && bare.replace(/\/+/g, "/").startsWith(path)
  const seen = isBelow ? bare : pathname
  const location = `${"../".repeat(seen.split("/").length - 2)}${path.slice(1)}`
  return Option.some(HttpServerResponse.empty({ status: 308, headers: { location, "cache-control": "no-cache" } }))
}

export interface ReferenceSite {
  /** The page with a name below `/docs/`, rendered on its first request; undefined if there is none. */
  readonly page: (name: string) => Answer | undefined
  /** Redirects other spellings of the path. */
  readonly respell: (request: Request, name: string) => Option.Option<Response>
  readonly asset: (name: string) => Answer | undefined
  readonly search: (request: Request, isPage: boolean) => Response
}

/** The reference as it is served at a base URL. */
export const make = (document: OpenApiDocument, base: string): ReferenceSite => {
  const { script, sign, style } = makeAssets()
  const below = ReferencePolicy.assets
  const addresses = { style: below + style.name, script: below + script.name, sign: below + sign.name }
  const assets = new Map([style, script, sign].map(({ content, name }) => [name, StaticAnswer.make(content)] as const))
  const pages = ReferencePages.make(document, addresses)
  const headers = ReferencePolicy.make(base)
  const belowBase = Hosts.belowOf(base)
  const kept = new Map<string, Answer>()
  return {
    page: (name) => {
      const text = kept.has(name) ? undefined : pages.print(name)
      if (text !== undefined) kept.set(name, StaticAnswer.make({ text, contentType: html, headers }))
      return kept.get(name)
    },
    respell: (request, name) => respell(request, name === "" ? "/docs" : `/docs/${name}`, belowBase),
    asset: (name) => assets.get(name),
    search: (request, isPage) => {
      const query = new URL(request.originalUrl, "http://quire").searchParams.get("q") ?? ""
      if (!isPage) return HttpServerResponse.jsonUnsafe(pages.search(query))
      return HttpServerResponse.text(pages.printSearch(query), { contentType: html, headers: headers(request) })
    }
  }
}
