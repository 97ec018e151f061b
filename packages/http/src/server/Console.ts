import { extname } from "node:path"
import { Addresses } from "@quire/core"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as StaticAnswer from "../foundation/answer/StaticAnswer.ts"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import { ConsoleFiles } from "../foundation/exchange/ConsoleFiles.ts"
import * as OwnSources from "../foundation/exchange/OwnSources.ts"

const contentTypes: { readonly [extension: string]: string } = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2"
}

const isBinary = (contentType: string) => /^(?:image\/png|font\/|application\/octet-stream)/.test(contentType)

/** Names of files in this folder change with their content. */
const assets = "assets/"

const immutable = "public, max-age=31536000, immutable"

const answerFile = (path: string, bytes: Uint8Array) => {
  const contentType = contentTypes[extname(path)] ?? "application/octet-stream"
  const cacheControl = path.startsWith(assets) ? immutable : "no-cache"
  return isBinary(contentType)
    ? Effect.succeed(HttpServerResponse.uint8Array(bytes, { contentType, headers: { "cache-control": cacheControl } }))
    : StaticAnswer.make({ text: new TextDecoder().decode(bytes), contentType, cacheControl })
}

/**
 * Policy of the console's page: scripts, styles and calls of this server alone, and markup from strings only where the
 * editor reads the clipboard (rule console-policy).
 */
const makePolicy = (base: string, path: string) => {
  const assetsFor = OwnSources.make(base, `${path}/${assets}`)
  const callsFor = OwnSources.make(base, "/v1/")
  return (request: HttpServerRequest.HttpServerRequest) => {
    const own = assetsFor(request)
    return [
      "default-src 'none'",
      `script-src ${own}`,
      `style-src ${own}`,
      `font-src ${own}`,
      "img-src 'self' data: blob: https:",
      "media-src 'self' https:",
      `connect-src ${callsFor(request)}`,
      "frame-src 'self' https:",
      "form-action 'self'",
      "base-uri 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types quire-editor"
    ].join("; ")
  }
}

const marker = '<base href="/app/">'

const answerPage = (base: string, path: string, bytes: Uint8Array) => {
  const policyFor = makePolicy(base, path)
  const { pathname } = new URL(`${base}${path}/`)
  return StaticAnswer.make({
    text: new TextDecoder().decode(bytes).replace(marker, `<base href="${pathname.replaceAll('"', "%22")}">`),
    contentType: "text/html; charset=utf-8",
    // Browsers send no origin with forms of a page without referrer.
    headers: (request) => ({
      "content-security-policy": policyFor(request),
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "strict-origin",
      "x-robots-tag": "noindex"
    })
  })
}

/**
 * `/app`: the page of the console at every path below it except those of its files. Nothing of it depends on the caller:
 * the page calls `/v1` with the session of the browser.
 */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const served = yield* ConsoleFiles
    if (served === undefined) return
    const { base } = yield* Addresses.Addresses
    const { files, path } = served
    const page = answerPage(base, path, files.get("index.html") ?? new Uint8Array())
    const answers = new Map(Array.from(files, ([name, bytes]) => [name, answerFile(name, bytes)] as const))
    answers.delete("index.html")
    const answer = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const name = new URL(request.url, base).pathname.slice(path.length + 1)
      const file = answers.get(name)
      if (file !== undefined) return file
      return name.startsWith(assets) ? Effect.succeed(ErrorResponse.of(ErrorResponse.noRoute)) : page
    })
    yield* router.add("GET", `${path}/*`, answer)
  })
)
