import { gzipSync } from "node:zlib"
import { Representation } from "@quire/reader"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import * as ReaderAnswers from "./ReaderAnswers.ts"

type Headers = { readonly [name: string]: string }

export interface Content {
  readonly text: string
  readonly contentType: string
  /** Headers besides type, validator, caching and encoding. */
  readonly headers?: Headers | ((request: HttpServerRequest.HttpServerRequest) => Headers)
  /** Asked for again each time when absent. */
  readonly cacheControl?: string
}

/** Responds with content that never changes: compressed if the client accepts it, 304 if the client has it already. */
export const make = ({ cacheControl = "no-cache", contentType, headers = {}, text }: Content) => {
  const plain = new TextEncoder().encode(text)
  const representation = Representation.make(plain, contentType, gzipSync(plain))
  return Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const own = typeof headers === "function" ? headers(request) : headers
    return ReaderAnswers.send(Representation.answer(request, representation, { ...own, "cache-control": cacheControl }))
  })
}
