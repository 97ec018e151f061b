import { Context, type Effect, type Option } from "effect"

/** SHA-256 of the bytes, as 43 characters of base64url. */
export type BlobHash = string

/**
 * Bytes of files, content-addressed. Not part of a transaction: bytes are put first, the row that names them commits
 * after. Bytes that nothing names any more are swept by age.
 */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /** Idempotent; refreshes the age of bytes already there. */
    readonly put: (bytes: Uint8Array) => Effect.Effect<BlobHash>
    readonly get: (hash: BlobHash) => Effect.Effect<Option.Option<Uint8Array>>
    /** The hashes put before an instant (epoch ms), in hash order, after the given one. */
    readonly listOlder: (than: number, after: BlobHash, limit: number) => Effect.Effect<ReadonlyArray<BlobHash>>
    /** Removes those of the hashes that were not put again since the instant. */
    readonly remove: (hashes: ReadonlyArray<BlobHash>, than: number) => Effect.Effect<number>
  }
>()("@quire/core/BlobStore") {}
