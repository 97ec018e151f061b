import { type BlobStore, Secrets } from "@quire/core"
import { Effect } from "effect"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import * as ByteRange from "./ByteRange.ts"
import * as FileHeaders from "./FileHeaders.ts"
import * as ReaderAnswer from "./ReaderAnswer.ts"
import { RangeUnsatisfiable } from "./Refusal.ts"
import * as Representation from "./Representation.ts"

/** A file that the visitor is allowed to read. */
export interface StoredFile {
  readonly stored: BlobStore.StoredBlob
  readonly contentType: string
  readonly name: string
  readonly etag: string
  /** Additional headers, which override the headers that every file has. */
  readonly headers: ReaderAnswer.Headers
  readonly request: Pick<ReaderRequest, "method" | "headers">
}

/** An opaque validator for a text, which reveals nothing about it. */
export const etagOf = (text: string): string => `"${Secrets.digest(text).slice(0, 27)}"`

/**
 * Redirects to the file's storage with a URL that is valid for one minute. Only downloads are redirected, because
 * displayed files need a content security policy (rule file-redirect).
 */
const lead = (
  sign: NonNullable<BlobStore.StoredBlob["sign"]>,
  contentType: string,
  disposition: string
): Effect.Effect<ReaderAnswer.ReaderAnswer> =>
  Effect.map(sign({ contentType, disposition }), (location) =>
    ReaderAnswer.empty(307, { location, "cache-control": "private, no-store", "referrer-policy": "no-referrer" })
  )

const send = (
  { contentType, request, stored }: StoredFile,
  headers: ReaderAnswer.Headers,
  etag: string
): Effect.Effect<ReaderAnswer.ReaderAnswer, RangeUnsatisfiable> => {
  const { size } = stored
  const isAsked = request.method === "GET" && ByteRange.isOfSame(request.headers["if-range"], etag)
  const range = ByteRange.parse(isAsked ? request.headers["range"] : undefined, size)
  if (range._tag === "Beyond") return Effect.fail(new RangeUnsatisfiable({ size }))
  const { from, to } = range._tag === "Part" ? range : { from: 0, to: size }
  const part = range._tag === "Part" ? { "content-range": `bytes ${from}-${to - 1}/${size}` } : {}
  return Effect.succeed({
    status: range._tag === "Part" ? 206 : 200,
    headers: { ...headers, ...part, "content-type": contentType, "content-length": String(to - from) },
    body: undefined,
    pieces: stored.read(from, to)
  })
}

/**
 * Responds with a file: 304 if the client has it, otherwise the requested range or the whole file, in chunks that are
 * read while they are sent (rules file-range and blob-pieces).
 */
export const make = (given: StoredFile): Effect.Effect<ReaderAnswer.ReaderAnswer, RangeUnsatisfiable> => {
  const { contentType, etag, name, request, stored } = given
  const ofFile = FileHeaders.of(contentType, name)
  const headers = { ...ofFile, ...given.headers, "accept-ranges": "bytes", etag }
  if (Representation.isKnown(request.headers["if-none-match"], etag)) {
    return Effect.succeed(ReaderAnswer.empty(304, headers))
  }
  const disposition = ofFile["content-disposition"]
  return stored.sign !== undefined && request.method === "GET" && disposition.startsWith("attachment")
    ? lead(stored.sign, contentType, disposition)
    : send(given, headers, etag)
}
