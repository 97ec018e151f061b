import { Context, type Effect, type Option } from "effect"

/** SHA-256 of the bytes, as 43 characters of base64url. */
export type BlobHash = string

/**
 * Content-addressed storage for the bytes of files. It takes no part in transactions: bytes are put first, then the row
 * that refers to them commits. Bytes without references are removed once they are old enough.
 */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /** Idempotent. Resets the age of bytes that are stored already. */
    readonly put: (bytes: Uint8Array) => Effect.Effect<BlobHash>
    readonly get: (hash: BlobHash) => Effect.Effect<Option.Option<Uint8Array>>
    /** The hashes put before an instant (epoch ms), in hash order, after the given one. */
    readonly listOlder: (than: number, after: BlobHash, limit: number) => Effect.Effect<ReadonlyArray<BlobHash>>
    /** Removes the bytes that have not been put again since the instant (epoch ms); answers how many. */
    readonly remove: (hashes: ReadonlyArray<BlobHash>, than: number) => Effect.Effect<number>
  }
>()("@quire/core/BlobStore") {}
