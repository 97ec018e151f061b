import { Context, Effect, type Option, type Stream } from "effect"

/** SHA-256 of the bytes, as 43 characters of base64url. */
export type BlobHash = string

/** Response headers with which the bytes must be served. */
export interface ResponseHeaders {
  readonly contentType: string
  /** Value of `Content-Disposition`. */
  readonly disposition: string
}

/** Stored bytes. */
export interface StoredBlob {
  /** In bytes. */
  readonly size: number
  /**
   * Streams the bytes from an offset up to another one, exclusive, in pieces of a bounded size that are read on demand.
   * Removal during the stream is a defect.
   */
  readonly read: (from: number, to: number) => Stream.Stream<Uint8Array>
  /**
   * Returns a signed URL of the storage, which serves the bytes for one minute without a credential; absent if the
   * storage has no such URLs, or readers must not be redirected to it.
   */
  readonly sign?: (shown: ResponseHeaders) => Effect.Effect<string>
}

/**
 * Content-addressed storage for the bytes of files. It does not take part in transactions: bytes are written first,
 * then the row that refers to them is committed. Unreferenced bytes are removed once they are old enough.
 */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /** Idempotent. Resets the age of bytes that are already stored (rule blob-age). */
    readonly put: (bytes: Uint8Array) => Effect.Effect<BlobHash>
    /**
     * Stores the concatenation of two or more stored blobs, none of them empty, without holding it in memory (rule
     * blob-join). Idempotent, and resets the age as `put` does. A missing blob is a defect.
     */
    readonly join: (hashes: ReadonlyArray<BlobHash>) => Effect.Effect<BlobHash>
    readonly get: (hash: BlobHash) => Effect.Effect<Option.Option<Uint8Array>>
    /** Opens bytes that are read in pieces (rule blob-pieces). */
    readonly open: (hash: BlobHash) => Effect.Effect<Option.Option<StoredBlob>>
    /** The hashes of blobs written before an instant (epoch ms), in hash order, after the given one. */
    readonly listOlder: (than: number, after: BlobHash, limit: number) => Effect.Effect<ReadonlyArray<BlobHash>>
    /** Removes the bytes that were not written again since the instant (epoch ms); returns how many. */
    readonly remove: (hashes: ReadonlyArray<BlobHash>, than: number) => Effect.Effect<number>
  }
>()("@quire/core/BlobStore") {}

/** The bytes of a blob that rows refer to, and that is therefore stored. */
export const getStored = ({ get }: Pick<BlobStore["Service"], "get">, hash: BlobHash): Effect.Effect<Uint8Array> =>
  Effect.orDie(Effect.flatMap(get(hash), Effect.fromOption))
