import { BlobStore, StoreError } from "@quire/core"
import { Effect, Layer, Option, Stream } from "effect"
import { hashOf, isHash, joinBlobs } from "./BlobHashing.ts"
import { type BlobsUnusable, checked } from "./BlobsUnusable.ts"
import * as S3Client from "./S3Client.ts"

export type Options = S3Client.Options

/** Blobs removed concurrently. */
const atOnce = 8

/**
 * How often to wait one second for a concurrent removal to end. After that time the process that started it is assumed
 * to have exited.
 */
const waits = 60

const storing = (operation: string) => (failure: S3Client.S3Failed) =>
  new StoreError.StoreError({
    operation: `BlobStore.${operation}`,
    cause: failure,
    unavailable: failure.unavailable
  })

const dying = <A>(operation: string, effect: Effect.Effect<A, S3Client.S3Failed>): Effect.Effect<A> =>
  Effect.orDie(Effect.mapError(effect, storing(operation)))

/** The digest against which the server verifies an upload. */
const hexOf = (hash: string): string => Buffer.from(hash, "base64url").toString("hex")

/** Limits a body to `length` bytes, because some servers ignore the range. */
const cutTo = (length: number, body: Stream.Stream<Uint8Array>): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    let left = length
    return body.pipe(
      Stream.map((piece) => {
        const own = piece.subarray(0, left)
        left -= own.length
        return { own, isLast: left === 0 }
      }),
      Stream.takeUntil(({ isLast }) => isLast),
      Stream.map(({ own }) => own)
    )
  })

const make = (options: S3Client.Options): typeof BlobStore.BlobStore.Service => {
  const { prefix = "" } = options
  const folder = `${prefix}blobs/`
  const keyOf = (hash: string) => `${folder}${hash}`
  /** The marker object that announces a removal to concurrent writers. */
  const claimOf = (hash: string) => `${prefix}removing/${hash}`
  const ask = (method: Parameters<typeof S3Client.sendRequest>[1], key: string, asked?: S3Client.S3RequestOptions) =>
    S3Client.sendRequest(options, method, key, asked)
  const isThere = (key: string) => Effect.map(ask("HEAD", key), ({ ok }) => ok)

  const write = (hash: string, body: S3Client.S3Body) =>
    ask("PUT", keyOf(hash), { body, headers: { "x-amz-content-sha256": hexOf(hash) } })

  /**
   * Writes a blob despite concurrent removals. A removal that has already checked the age may still delete the object
   * afterwards, but keeps its marker until it is done. The bytes are therefore written again until no marker exists and
   * the object is present (rule blob-s3-removal).
   */
  const writeForGood = Effect.fnUntraced(function* (hash: string, bytes: S3Client.S3Body) {
    for (let wait = 0; ; wait++) {
      yield* write(hash, bytes)
      const isClaimed = yield* isThere(claimOf(hash))
      if (!isClaimed && (yield* isThere(keyOf(hash)))) return
      if (isClaimed && wait < waits) yield* Effect.sleep("1 second")
      else if (isClaimed) yield* ask("DELETE", claimOf(hash))
    }
  })

  const isOlder = (hash: string, than: number) =>
    Effect.map(
      ask("HEAD", keyOf(hash)),
      (response) => response.ok && S3Client.instantOf(response.headers.get("last-modified")) < than
    )

  const removeOlder = Effect.fnUntraced(function* (hash: string, than: number) {
    if (!(yield* isOlder(hash, than))) return false
    yield* ask("PUT", claimOf(hash), { body: new Uint8Array() })
    const isStill = yield* isOlder(hash, than)
    if (isStill) yield* ask("DELETE", keyOf(hash))
    yield* ask("DELETE", claimOf(hash))
    return isStill
  })

  const read =
    (hash: string, size: number): BlobStore.StoredBlob["read"] =>
    (from, to) => {
      const end = Math.min(to, size)
      if (from >= end) return Stream.empty
      const asked = ask("GET", keyOf(hash), { headers: { range: `bytes=${from}-${end - 1}` } })
      return Stream.unwrap(
        Effect.map(dying("open", asked), ({ body, status }) =>
          status === 206 && body !== null
            ? cutTo(
                end - from,
                Stream.orDie(Stream.fromReadableStream({ evaluate: () => body, onError: (cause) => cause }))
              )
            : Stream.die(new Error(`the server responded with status ${status} to a range request`))
        )
      )
    }

  const openObject = (hash: string) =>
    Effect.map(ask("HEAD", keyOf(hash)), ({ headers, ok }) => {
      const size = Number(headers.get("content-length"))
      const stored: BlobStore.StoredBlob = {
        size,
        read: read(hash, size),
        ...(options.redirects === true
          ? { sign: (shown: BlobStore.ResponseHeaders) => S3Client.sign(options, keyOf(hash), shown) }
          : {})
      }
      return ok ? Option.some(stored) : Option.none()
    })

  const get = Effect.fnUntraced(function* (hash: string) {
    const response = yield* ask("GET", keyOf(hash))
    if (!response.ok) return Option.none()
    const bytes = Effect.tryPromise({
      try: () => response.arrayBuffer(),
      catch: (error) => new S3Client.S3Failed({ reason: String(error), unavailable: true })
    })
    return Option.some(new Uint8Array(yield* bytes))
  })

  const listOlder = Effect.fnUntraced(function* (than: number, after: string, limit: number) {
    const found: Array<string> = []
    let last = after
    while (found.length < limit) {
      const { isLast, listed } = yield* S3Client.page(options, folder, last)
      for (const { at, name } of listed) if (at < than && isHash(name)) found.push(name)
      last = listed.at(-1)?.name ?? last
      if (isLast) break
    }
    return found.slice(0, limit)
  })

  const open = (hash: string) => (isHash(hash) ? dying("open", openObject(hash)) : Effect.succeedNone)

  return {
    put: Effect.fnUntraced(function* (bytes) {
      const own = new Uint8Array(bytes)
      const hash = yield* hashOf(own)
      yield* dying("put", writeForGood(hash, own))
      return hash
    }),
    join: Effect.fnUntraced(function* (hashes) {
      const { bytes, hash, size } = yield* joinBlobs(open, hashes)
      yield* dying("join", writeForGood(hash, { size, read: () => Stream.toReadableStream(bytes) }))
      return hash
    }),
    get: (hash) => (isHash(hash) ? dying("get", get(hash)) : Effect.succeedNone),
    open,
    listOlder: (than, after, limit) => dying("listOlder", listOlder(than, after, limit)),
    remove: (hashes, than) =>
      Effect.map(
        Effect.forEach(new Set(hashes.filter(isHash)), (hash) => dying("remove", removeOlder(hash, than)), {
          concurrency: atOnce
        }),
        (removed) => removed.filter((isRemoved) => isRemoved).length
      )
  }
}

/**
 * Stores blobs as objects in a bucket of any S3-compatible server. Ages are those that the server reports (rule
 * blob-s3).
 */
export const layer = (options: Options): Layer.Layer<BlobStore.BlobStore, BlobsUnusable> =>
  Layer.effect(BlobStore.BlobStore, checked(S3Client.placeOf(options), make(options)))
