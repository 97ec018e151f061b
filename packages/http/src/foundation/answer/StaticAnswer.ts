import { Representation } from "@quire/reader"
import { Effect, Function } from "effect"
import { HttpServerRequest } from "effect/http"
import * as ReaderAnswers from "./ReaderAnswers.ts"

type Headers = { readonly [name: string]: string }

export interface Content {
  readonly text: string
  readonly contentType: string
  /** Headers in addition to type, validator, caching and encoding. */
  readonly headers?: Headers | ((request: HttpServerRequest.HttpServerRequest) => Headers)
  /** Revalidated on each request when absent. */
  readonly cacheControl?: string
}

/** Responds with content that never changes: compressed if the client accepts it, 304 if the client has it already. */
export const make = ({ cacheControl = "no-cache", contentType, headers = {}, text }: Content) => {
  const representation = Representation.ofText(text, contentType)
  const withCaching = (own: Headers): Headers => ({ ...own, "cache-control": cacheControl })
  const headersOf =
    typeof headers === "function"
      ? (request: HttpServerRequest.HttpServerRequest) => withCaching(headers(request))
      : Function.constant(withCaching(headers))
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(representation.answer(request, headersOf(request)), ReaderAnswers.send)
  )
}
