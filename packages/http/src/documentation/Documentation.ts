import { createHash } from "node:crypto"
import { Addresses } from "@quire/core"
import { Favicon, ReaderScript, ThemeCss } from "@quire/reader"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as StaticAnswer from "../foundation/answer/StaticAnswer.ts"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import { Contract } from "./Contract.ts"
import * as ReferenceFrame from "./ReferenceFrame.ts"
import * as ReferencePolicy from "./ReferencePolicy.ts"
import * as ReferenceStyle from "./ReferenceStyle.ts"

const html = "text/html; charset=utf-8"

const openApiJson = (contract: Contract["Service"]) =>
  Effect.map(contract.document, (document) =>
    StaticAnswer.make({ text: JSON.stringify(document), contentType: "application/json" })
  )

const assetOf = (text: string, extension: string, contentType: string) => ({
  path: `${ReferencePolicy.assets}${createHash("sha256").update(text).digest("base64url").slice(0, 27)}.${extension}`,
  content: { text, contentType, cacheControl: "public, max-age=31536000, immutable" }
})

/** What every page of the reference loads. */
const makeAssets = () => {
  const style = `${ThemeCss.print(ReferenceFrame.customization)}${ReferenceStyle.css}`
  const sign = Favicon.print(ReferenceFrame.customization, ReferenceFrame.title)
  return {
    style: assetOf(style, "css", "text/css; charset=utf-8"),
    script: assetOf(ReaderScript.source, "js", "text/javascript; charset=utf-8"),
    sign: assetOf(sign, "svg", "image/svg+xml")
  }
}

type Request = HttpServerRequest.HttpServerRequest

/** The way to the usual spelling of an address, from one with doubled or trailing slashes; undefined if it is that. */
const respell = ({ originalUrl }: Request, path: string): string | undefined => {
  const { pathname } = new URL(originalUrl, "http://quire")
  return pathname === path ? undefined : `${"../".repeat(pathname.split("/").length - 2)}${path.slice(1)}`
}

/** Draws each page at its first request, and keeps it. */
const makePages = Effect.fnUntraced(function* (
  contract: Contract["Service"],
  headers: (request: Request) => { readonly [name: string]: string },
  assets: ReferenceFrame.Assets
) {
  const { make } = yield* Effect.promise(() => import("./ReferencePages.ts"))
  const pages = make(yield* contract.document, assets)
  const kept = new Map<string, ReturnType<typeof StaticAnswer.make>>()
  const answer = (name: string) => {
    const text = kept.has(name) ? undefined : pages.print(name)
    if (text !== undefined) kept.set(name, StaticAnswer.make({ text, contentType: html, headers }))
    return kept.get(name)
  }
  const search = (request: Request, isPage: boolean) => {
    const query = new URL(request.originalUrl, "http://quire").searchParams.get("q") ?? ""
    if (!isPage) return HttpServerResponse.jsonUnsafe(pages.search(query))
    return HttpServerResponse.text(pages.printSearch(query), { contentType: html, headers: headers(request) })
  }
  return { answer, search }
})

/**
 * `/openapi.json`; `/docs`, the reference for people, with a page for each area of operations; and `/docs/rules`, the
 * rules and their reasons. None needs a token. Each is built at its first request.
 */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const contract = yield* Contract
    const { base } = yield* Addresses.Addresses
    const policy = ReferencePolicy.make(base)
    const assets = makeAssets()
    const addresses = { style: assets.style.path, script: assets.script.path, sign: assets.sign.path }
    const pages = yield* Effect.cached(makePages(contract, policy, addresses))
    const answer = (name: string) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const found = (yield* pages).answer(name)
        if (found === undefined) return ErrorResponse.of(ErrorResponse.noRoute)
        const location = respell(request, name === "" ? "/docs" : `/docs/${name}`)
        return location === undefined
          ? yield* found
          : HttpServerResponse.empty({ status: 308, headers: { location, "cache-control": "no-cache" } })
      })
    const search = (isPage: boolean) =>
      Effect.gen(function* () {
        return (yield* pages).search(yield* HttpServerRequest.HttpServerRequest, isPage)
      })
    yield* router.add("GET", "/openapi.json", Effect.flatten(yield* Effect.cached(openApiJson(contract))))
    yield* router.add("GET", "/docs", answer(""))
    yield* router.add("GET", "/docs/~search", search(true))
    yield* router.add("GET", "/docs/~search.json", search(false))
    yield* router.add(
      "GET",
      "/docs/:page",
      Effect.flatMap(HttpRouter.params, ({ page = "" }) => answer(page))
    )
    for (const { content, path } of Object.values(assets)) {
      yield* router.add("GET", `/docs/${path}`, StaticAnswer.make(content))
    }
  })
)
