import { createHash } from "node:crypto"
import { gzip, gzipSync } from "node:zlib"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

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

type Headers = { readonly [name: string]: string }

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
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))

const varyOf = (vary: string | undefined, zipped: Uint8Array | undefined): Headers => {
  const names = [...(zipped === undefined ? [] : ["accept-encoding"]), ...(vary === undefined ? [] : [vary])]
  return names.length === 0 ? {} : { vary: names.join(", ") }
}

type Response = HttpServerResponse.HttpServerResponse

/** What is answered with one encoding: the bytes, or that the client has them already. */
interface Encoded {
  readonly etag: string
  readonly whole: Response
  readonly known: Response
}

/** All answers with one representation; each is made once and sent to many. */
export interface Answers {
  readonly representation: Representation
  readonly plain: Encoded
  readonly zipped: Encoded | undefined
}

export const answers = (representation: Representation, { vary, ...given }: Headers): Answers => {
  const { contentType, digest, plain, zipped } = representation
  const shared = { ...given, ...varyOf(vary, zipped) }
  const encode = (bytes: Uint8Array, etag: string, encoding: Headers): Encoded => {
    const headers = { ...shared, etag }
    return {
      etag,
      whole: HttpServerResponse.uint8Array(bytes, { contentType, headers: { ...headers, ...encoding } }),
      known: HttpServerResponse.empty({ status: 304, headers })
    }
  }
  return {
    representation,
    plain: encode(plain, `"${digest}"`, {}),
    zipped: zipped && encode(zipped, `"${digest}-gzip"`, { "content-encoding": "gzip" })
  }
}

/** Responds with the bytes: compressed if the client accepts it, 304 if the client has them already. */
export const choose = (request: HttpServerRequest.HttpServerRequest, { plain, zipped }: Answers): Response => {
  const { etag, known, whole } =
    zipped !== undefined && acceptsGzip(request.headers["accept-encoding"]) ? zipped : plain
  return isKnown(request.headers["if-none-match"], etag) ? known : whole
}

/** Like `choose`, for a representation that is answered once. */
export const answer = (
  request: HttpServerRequest.HttpServerRequest,
  representation: Representation,
  headers: Headers
): Response => choose(request, answers(representation, headers))
