import { Context, type Effect, type Option, type Stream } from "effect"

/** SHA-256 of the bytes, as 43 characters of base64url. */
export type BlobHash = string

/** Response headers with which the bytes must be served. */
export interface ResponseHeaders {
  readonly contentType: string
  /** What `Content-Disposition` says. */
  readonly disposition: string
}

/** Bytes that are stored. */
export interface StoredBlob {
  /** In bytes. */
  readonly size: number
  /**
   * Streams the bytes from an offset up to another one, exclusive, in pieces of a bounded size that are read on demand.
   * Removal during the stream is a defect.
   */
  readonly read: (from: number, to: number) => Stream.Stream<Uint8Array>
  /**
   * An address of the place where they lie, which opens them for a minute without a credential; absent where there is
   * none, or readers are not to be sent there.
   */
  readonly sign?: (shown: ResponseHeaders) => Effect.Effect<string>
}

/**
 * Content-addressed storage for the bytes of files. It takes no part in transactions: bytes are put first, then the row
 * that refers to them commits. Bytes without references are removed once they are old enough.
 */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /** Idempotent. Resets the age of bytes that are stored already (rule blob-age). */
    readonly put: (bytes: Uint8Array) => Effect.Effect<BlobHash>
    readonly get: (hash: BlobHash) => Effect.Effect<Option.Option<Uint8Array>>
    /** Bytes that are read in pieces (rule blob-pieces). */
    readonly open: (hash: BlobHash) => Effect.Effect<Option.Option<StoredBlob>>
    /** The hashes put before an instant (epoch ms), in hash order, after the given one. */
    readonly listOlder: (than: number, after: BlobHash, limit: number) => Effect.Effect<ReadonlyArray<BlobHash>>
    /** Removes the bytes that were not written again since the instant (epoch ms); returns how many. */
    readonly remove: (hashes: ReadonlyArray<BlobHash>, than: number) => Effect.Effect<number>
  }
>()("@quire/core/BlobStore") {}
