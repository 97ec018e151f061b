import { createHash } from "node:crypto"
import { gzip, gzipSync } from "node:zlib"
import { Effect } from "effect"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import * as ReaderAnswer from "./ReaderAnswer.ts"

/**
 * `compressed`: texts that are shorter, in bytes, are not compressed, as nothing is won by it; `atOnce`: longer ones are
 * compressed beside the event loop, which costs more than compressing a short one does.
 */
export const limits = { compressed: 512, atOnce: 16_384 } as const

/** Bytes as they are sent, with the validator of what they say. */
export interface Representation {
  readonly contentType: string
  readonly plain: Uint8Array
  /** Sent to those who accept gzip. */
  readonly zipped: Uint8Array | undefined
  /** Identifies the plain bytes. */
  readonly digest: string
}

export const make = (plain: Uint8Array, contentType: string, zipped?: Uint8Array): Representation => ({
  contentType,
  plain,
  zipped,
  digest: createHash("sha256").update(plain).digest("base64url").slice(0, 27)
})

const zip = (plain: Uint8Array): Effect.Effect<Uint8Array> =>
  plain.length <= limits.atOnce
    ? Effect.sync(() => gzipSync(plain))
    : Effect.callback((resume) =>
        gzip(plain, (error, zipped) => resume(error ? Effect.die(error) : Effect.succeed(zipped)))
      )

/** A text in UTF-8; compressed, unless it is short or not to be compressed. */
export const ofText = (text: string, contentType: string, isCompressed = true): Effect.Effect<Representation> => {
  const plain = new TextEncoder().encode(text)
  return isCompressed && plain.length >= limits.compressed
    ? Effect.map(zip(plain), (zipped) => make(plain, contentType, zipped))
    : Effect.succeed(make(plain, contentType))
}

const acceptsGzip = (accepted: string | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/.test(accepted ?? "")

/** Whether `If-None-Match` names the validator. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.trim() === "*" || (ifNoneMatch ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)

const varyOf = (vary: string | undefined, zipped: Uint8Array | undefined): ReaderAnswer.Headers => {
  const names = [...(zipped === undefined ? [] : ["accept-encoding"]), ...(vary === undefined ? [] : [vary])]
  return names.length === 0 ? {} : { vary: names.join(", ") }
}

/** Responds with the bytes: compressed if the client accepts it, 304 if the client has them already. */
export const answer = (
  request: Pick<ReaderRequest, "headers">,
  { contentType, digest, plain, zipped }: Representation,
  { vary, ...given }: ReaderAnswer.Headers
): ReaderAnswer.ReaderAnswer => {
  const sent = zipped !== undefined && acceptsGzip(request.headers["accept-encoding"]) ? zipped : undefined
  const etag = sent === undefined ? `"${digest}"` : `"${digest}-gzip"`
  const headers = { ...given, ...varyOf(vary, zipped), etag }
  if (isKnown(request.headers["if-none-match"], etag)) return ReaderAnswer.empty(304, headers)
  return sent === undefined
    ? ReaderAnswer.bytes(plain, contentType, headers)
    : ReaderAnswer.bytes(sent, contentType, { ...headers, "content-encoding": "gzip" })
}
