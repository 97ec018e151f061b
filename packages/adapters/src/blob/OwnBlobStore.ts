import { BlobStore, StoreError } from "@quire/core"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import { hashOf, isHash, joinBlobs } from "./BlobHashing.ts"
import { type BlobsUnusable, checked } from "./BlobsUnusable.ts"

/** Size of a stored blob, and the time at which it was last put. */
export interface HostBlob {
  readonly key: string
  readonly at: Date
}

/**
 * A blob store of the host application. A key has 43 letters, digits, `-` and `_` and identifies its bytes: the bytes
 * of a key never change. A rejected promise counts as a temporary outage (rule blob-own).
 */
export interface OwnBlobs {
  /** Stores bytes durably before it resolves. If the key already exists, only updates its time. */
  readonly put: (key: string, bytes: Uint8Array, at: Date) => Promise<unknown>
  /**
   * Does the same with bytes that are read in pieces. Without it, the bytes of a large upload are collected in memory for
   * `put`.
   */
  readonly putPieces?: (key: string, pieces: AsyncIterable<Uint8Array>, size: number, at: Date) => Promise<unknown>
  readonly get: (key: string) => Promise<Uint8Array | undefined>
  /** Size of the bytes under a key; undefined when there are none. */
  readonly size: (key: string) => Promise<number | undefined>
  /** Bytes from one offset up to, but not including, another; both are within the size. */
  readonly read: (key: string, from: number, to: number) => AsyncIterable<Uint8Array>
  /** The keys that follow a key, in the order of their character codes. The empty key starts at the beginning. */
  readonly list: (after: string, limit: number) => Promise<ReadonlyArray<HostBlob>>
  /** Deletes the bytes of a key unless they were put at that time or later. Returns whether they were deleted. */
  readonly delete: (key: string, putBefore: Date) => Promise<boolean>
}

/** Greatest size of a chunk, and greatest number of keys per page. */
const limits = { piece: 65_536, keys: 1_000 } as const

const attempt = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A> =>
  Effect.orDie(
    Effect.tryPromise({
      try: run,
      catch: (cause) => new StoreError.StoreError({ operation: `BlobStore.${operation}`, cause, unavailable: true })
    })
  )

/** The latest time that a `Date` can represent. */
const lastDate = 8.64e15

const dateOf = (milliseconds: number): Date => new Date(Math.min(milliseconds, lastDate))

const piecesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / limits.piece) }, (_, at) =>
    Uint8Array.from(bytes.subarray(at * limits.piece, (at + 1) * limits.piece))
  )

const broken = (cause: unknown) => new StoreError.StoreError({ operation: "BlobStore.open", cause, unavailable: true })

/** The chunks of a range. A range that is shorter or longer than requested is a defect. */
const readRange =
  (own: OwnBlobs, key: string, size: number): BlobStore.StoredBlob["read"] =>
  (from, to) => {
    const end = Math.min(to, size)
    if (from >= end) return Stream.empty
    const counted = async function* () {
      let left = end - from
      for await (const bytes of own.read(key, from, end)) {
        left -= bytes.length
        if (left < 0) throw new Error("the blob store returned more bytes than requested")
        yield* piecesOf(bytes)
      }
      if (left > 0) throw new Error("the blob store returned fewer bytes than requested")
    }
    return Stream.orDie(Stream.fromAsyncIterable(counted(), broken))
  }

const listOlder = async (own: OwnBlobs, than: number, after: string, limit: number) => {
  const found: Array<string> = []
  for (let last = after; found.length < limit; ) {
    const kept = await own.list(last, limits.keys)
    found.push(...kept.filter(({ at, key }) => isHash(key) && at.getTime() < than).map(({ key }) => key))
    const next = kept.at(-1)?.key
    if (next === undefined || next <= last) break
    last = next
  }
  return found.slice(0, Math.max(0, limit))
}

const make = (own: OwnBlobs): typeof BlobStore.BlobStore.Service => {
  const open = Effect.fnUntraced(function* (hash: string) {
    const size = isHash(hash) ? yield* attempt("open", () => own.size(hash)) : undefined
    return size === undefined ? Option.none() : Option.some({ size, read: readRange(own, hash, size) })
  })
  const putBytes = Effect.fnUntraced(function* (bytes: Uint8Array) {
    const hash = yield* hashOf(bytes)
    const now = yield* Clock.currentTimeMillis
    yield* attempt("put", () => own.put(hash, Uint8Array.from(bytes), new Date(now)))
    return hash
  })
  return {
    put: putBytes,
    join: Effect.fnUntraced(function* (hashes) {
      const { bytes, hash, size } = yield* joinBlobs(open, hashes)
      if (own.putPieces === undefined) return yield* putBytes(yield* Stream.mkUint8Array(bytes))
      const now = yield* Clock.currentTimeMillis
      yield* attempt("join", async () => own.putPieces?.(hash, Stream.toAsyncIterable(bytes), size, new Date(now)))
      return hash
    }),
    get: (hash) =>
      isHash(hash)
        ? Effect.map(
            attempt("get", () => own.get(hash)),
            (bytes) => Option.map(Option.fromUndefinedOr(bytes), (found) => Uint8Array.from(found))
          )
        : Effect.succeedNone,
    open,
    listOlder: (than, after, limit) => attempt("listOlder", () => listOlder(own, than, after, limit)),
    remove: (hashes, than) =>
      attempt("remove", async () => {
        let removed = 0
        for (const hash of new Set(hashes.filter(isHash))) if (await own.delete(hash, dateOf(than))) removed++
        return removed
      })
  }
}

/** Stores blobs in the host application (rules blob-own and blob-checked). */
export const layer = (own: OwnBlobs): Layer.Layer<BlobStore.BlobStore, BlobsUnusable> =>
  Layer.effect(BlobStore.BlobStore, checked("the blob store of the host application", make(own)))
