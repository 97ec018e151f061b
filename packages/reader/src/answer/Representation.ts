import { createHash } from "node:crypto"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import { Effect } from "effect"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import * as AcceptedEncoding from "./AcceptedEncoding.ts"
import * as ReaderAnswer from "./ReaderAnswer.ts"

/**
 * `compressed`: shorter texts, in bytes, are not compressed, because it saves nothing; `atOnce`: longer texts are
 * compressed outside of the event loop, which costs more than compressing a short one.
 */
export const limits = { compressed: 512, atOnce: 65_536 } as const

type Done = (error: Error | null, bytes: Uint8Array) => void

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compressors = {
  br: {
    now: (plain: Uint8Array): Uint8Array => brotliCompressSync(plain, brotli),
    inBackground: (plain: Uint8Array, done: Done) => brotliCompress(plain, brotli, done)
  },
  gzip: {
    now: (plain: Uint8Array): Uint8Array => gzipSync(plain),
    inBackground: (plain: Uint8Array, done: Done) => gzip(plain, done)
  }
} as const

const compress = (plain: Uint8Array, encoding: AcceptedEncoding.Encoding): Effect.Effect<Uint8Array> =>
  plain.length <= limits.atOnce
    ? Effect.sync(() => compressors[encoding].now(plain))
    : Effect.callback((resume) =>
        compressors[encoding].inBackground(plain, (error, bytes) =>
          resume(error === null ? Effect.succeed(bytes) : Effect.die(error))
        )
      )

/** Whether `If-None-Match` contains the validator. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))

/** Bytes in one encoding, or without encoding, and the responses made from them. */
class Form {
  readonly encoding: AcceptedEncoding.Encoding | undefined
  readonly etag: string
  bytes: Uint8Array | undefined
  sent: ReaderAnswer.ReaderAnswer | undefined
  known: ReaderAnswer.ReaderAnswer | undefined

  constructor(encoding: AcceptedEncoding.Encoding | undefined, digest: string, bytes?: Uint8Array) {
    this.encoding = encoding
    this.etag = encoding === undefined ? `"${digest}"` : `"${digest}-${encoding}"`
    this.bytes = bytes
  }
}

/**
 * Bytes of a response with their validator. They are compressed on first use. Responses are cached as long as the given
 * headers are the same object.
 */
export class Representation {
  readonly contentType: string
  readonly plain: Uint8Array
  /** Identifies the plain bytes. */
  readonly digest: string
  readonly #identity: Form
  readonly #compressed: ReadonlyMap<AcceptedEncoding.Encoding, Form>
  #given: ReaderAnswer.Headers = {}

  constructor(plain: Uint8Array, contentType: string, isCompressed: boolean) {
    this.contentType = contentType
    this.plain = plain
    this.digest = createHash("sha256").update(plain).digest("base64url").slice(0, 27)
    this.#identity = new Form(undefined, this.digest, plain)
    const encodings = isCompressed && plain.length >= limits.compressed ? AcceptedEncoding.encodings : []
    this.#compressed = new Map(encodings.map((encoding) => [encoding, new Form(encoding, this.digest)]))
  }

  /** Memory used by the bytes and everything cached for them. */
  get bytes(): number {
    let sum = this.plain.length
    for (const { bytes } of this.#compressed.values()) sum += bytes?.length ?? 0
    return sum
  }

  /** Responds with the bytes: compressed if the client accepts it, 304 if the client has them already. */
  answer(
    { headers }: Pick<ReaderRequest, "headers">,
    given: ReaderAnswer.Headers
  ): Effect.Effect<ReaderAnswer.ReaderAnswer> {
    if (given !== this.#given) this.#forget(given)
    const encoding = this.#compressed.size === 0 ? undefined : AcceptedEncoding.of(headers["accept-encoding"])
    const form = (encoding && this.#compressed.get(encoding)) ?? this.#identity
    if (isKnown(headers["if-none-match"], form.etag)) {
      form.known ??= ReaderAnswer.empty(304, this.#headersOf(form))
      return Effect.succeed(form.known)
    }
    return form.sent === undefined ? this.#send(form) : Effect.succeed(form.sent)
  }

  #forget(given: ReaderAnswer.Headers): void {
    this.#given = given
    for (const form of [this.#identity, ...this.#compressed.values()]) {
      form.sent = undefined
      form.known = undefined
    }
  }

  #headersOf({ etag }: Form): ReaderAnswer.Headers {
    const { vary, ...others } = this.#given
    const names = [...(this.#compressed.size === 0 ? [] : ["accept-encoding"]), ...(vary === undefined ? [] : [vary])]
    return { ...others, ...(names.length === 0 ? {} : { vary: names.join(", ") }), etag }
  }

  #send(form: Form): Effect.Effect<ReaderAnswer.ReaderAnswer> {
    const headers = this.#headersOf(form)
    const given = this.#given
    const { encoding } = form
    const respond = (bytes: Uint8Array): ReaderAnswer.ReaderAnswer => {
      const all = encoding === undefined ? headers : { ...headers, "content-encoding": encoding }
      const answer = ReaderAnswer.bytes(bytes, this.contentType, all)
      form.bytes = bytes
      if (given === this.#given) form.sent = answer
      return answer
    }
    if (form.bytes !== undefined || encoding === undefined) return Effect.succeed(respond(form.bytes ?? this.plain))
    return Effect.map(compress(this.plain, encoding), respond)
  }
}

/** A text in UTF-8; compressed, unless it is short or not to be compressed. */
export const ofText = (text: string, contentType: string, isCompressed = true): Representation =>
  new Representation(new TextEncoder().encode(text), contentType, isCompressed)
