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

/** Styles of the reference, in addition to those of published pages. */
const css = `.reference .document>*+.operation{margin-block-start:3.5rem}
.reference .document>.areas,.areas>*+*{margin-block-start:2.75rem}
.operation>*+*{margin-block-start:1rem}
.operation>h3{margin-block-start:1.75rem;font-size:1rem}
.endpoint{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .5rem;overflow-wrap:anywhere}
.endpoint span{margin-inline-start:auto;color:var(--text-muted);font-size:.8125rem}
.method{display:inline-block;min-inline-size:3.6rem;padding:.1rem .45rem;border-radius:calc(var(--radius)/1.5);background:var(--info-surface);color:var(--info-text);font:600 .75rem/1.5 var(--font-mono);text-align:center}
.method.get{background:var(--accent-surface);color:var(--accent-ink)}
.method.post{background:var(--success-surface);color:var(--success-text)}
.method:is(.put,.patch){background:var(--warning-surface);color:var(--warning-text)}
.method.delete{background:var(--danger-surface);color:var(--danger-text)}
.document .operations{padding:0;list-style:none}
.operations li{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.1rem 1.5rem;padding-block:.5rem;border-block-start:1px solid var(--border)}
.operations span{min-inline-size:0;overflow-wrap:anywhere;font-size:.8125rem}
.document .fields dt>code:first-child,.document .operations code{padding:0;border:0;background:none}
.document .operations code{color:var(--text-muted);font-size:.8125rem}
.document .operations .method{min-inline-size:3.4rem;padding-block:0;font-size:.6875rem}
.document .areas h2{padding-block:0 .3rem;border:0;font-size:1.25rem}
.document .areas :is(h2,li)>a{color:inherit;text-decoration:none}
.document .areas :is(h2,li)>a:hover{color:var(--link);text-decoration:underline}
.document .fields{margin-block-start:.5rem}
.fields>div{padding-block:.65rem;border-block-start:1px solid var(--border)}
.fields dt{overflow-wrap:anywhere;color:var(--text-muted);font-size:.875rem}
.document .fields dt>code:first-child{margin-inline-end:.4rem;color:var(--text);font-weight:600}
.fields dd{margin:.25rem 0 0;font-size:.9375rem}
.fields dd:empty{display:none}
.document .answers>summary{padding-block:.4rem;color:var(--text-muted);font-size:.9375rem}
.answers>summary::before{content:"";display:inline-block;width:.4rem;height:.4rem;margin-inline:.15rem .65rem;border:solid;border-width:0 1.5px 1.5px 0;rotate:-45deg;translate:0 -.1rem}
.answers[open]>summary::before{rotate:45deg}
.fields div:target,h2:target,h3:target{background:var(--accent-surface)}
`

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
  const style = `${ThemeCss.print(ReferenceFrame.customization)}${css}`
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
