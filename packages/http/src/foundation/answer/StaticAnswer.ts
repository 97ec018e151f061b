import { Representation } from "@quire/reader"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import * as ReaderAnswers from "./ReaderAnswers.ts"

export interface Content {
  readonly text: string
  readonly contentType: string
  /** Headers besides type, validator and encoding. */
  readonly headers?: { readonly [name: string]: string }
}

/** Responds with content that never changes: compressed if the client accepts it, 304 if the client has it already. */
export const make = ({ contentType, headers, text }: Content) => {
  const representation = Representation.ofText(text, contentType)
  const all = { ...headers, "cache-control": "no-cache" }
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(representation.answer(request, all), ReaderAnswers.send)
  )
}
