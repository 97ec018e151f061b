import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

export interface Content {
  readonly text: string
  readonly contentType: string
  /** Headers besides type, validator and encoding. */
  readonly headers?: { readonly [name: string]: string }
}

/** Responds with content that never changes: compressed if the client accepts it, 304 if the client has it already. */
export const make = ({ contentType, headers, text }: Content) => {
  const plain = new TextEncoder().encode(text)
  const compressed = gzipSync(plain)
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 27)
  const answer = (body: Uint8Array, etag: string, encoding: { readonly [name: string]: string }) =>
    HttpServerResponse.uint8Array(body, {
      contentType,
      headers: { ...headers, ...encoding, etag, "cache-control": "no-cache", vary: "accept-encoding" }
    })
  return Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const zips = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/.test(request.headers["accept-encoding"] ?? "")
    const etag = zips ? `"${digest}-gzip"` : `"${digest}"`
    const known = (request.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""))
    if (known.includes(etag)) {
      return HttpServerResponse.empty({
        status: 304,
        headers: { ...headers, etag, vary: "accept-encoding", "cache-control": "no-cache" }
      })
    }
    return zips ? answer(compressed, etag, { "content-encoding": "gzip" }) : answer(plain, etag, {})
  })
}
