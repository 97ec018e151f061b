import { createHash } from "node:crypto"
import { BlobStore } from "@quire/core"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

/** Bytes that are hashed, and read, at a time: others have their turns in between. */
const piece = 1_048_576

const decodeFirst = Rows.makeDecoder(Schema.Struct({ size: Schema.Int, bytes: Schema.Uint8Array }))
const decodeBytes = Rows.makeDecoder(Schema.Struct({ bytes: Schema.Uint8Array }))
const decodeHashes = Rows.makeDecoder(Schema.Struct({ hash: Schema.String }))

const hashOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const hash = createHash("sha256")
  for (let at = 0; at < bytes.length; at += piece) {
    hash.update(bytes.subarray(at, at + piece))
    if (bytes.length > piece) yield* Effect.yieldNow
  }
  return hash.digest("base64url")
})

const make = ({ query, execute, isAtomic, schema }: typeof PgSession.Service): typeof BlobStore.BlobStore.Service => {
  const table = qualify(schema, "blobs")
  const put = `insert into ${table} as b (hash, bytes, put_at) values ($1, $2, $3)
    on conflict (hash) do update set put_at = greatest(b.put_at, excluded.put_at)`
  const first = `select octet_length(bytes) as size, substring(bytes from 1 for ${piece}) as bytes
    from ${table} where hash = $1`
  const further = `select substring(bytes from $2 for ${piece}) as bytes from ${table} where hash = $1`
  const older = `select hash from ${table} where put_at < $1 and hash > $2 order by hash limit $3`
  const remove = `delete from ${table} where hash = any($1::text[]) and put_at < $2`
  const outside = (operation: string) =>
    Effect.flatMap(isAtomic, (inside) =>
      inside ? Rows.dieWith(operation, "blobs are no part of a transaction") : Effect.void
    )
  /** Bytes are never changed, so the pieces fit; they may be removed in between. */
  const get = Effect.fnUntraced(function* (hash: string) {
    const [begun] = yield* Effect.flatMap(query(first, [hash]), (rows) => decodeFirst("BlobStore.get", rows))
    if (begun === undefined) return Option.none()
    const whole = new Uint8Array(begun.size)
    whole.set(begun.bytes)
    for (let at = piece; at < begun.size; at += piece) {
      const [next] = yield* Effect.flatMap(query(further, [hash, at + 1]), (rows) => decodeBytes("BlobStore.get", rows))
      if (next === undefined) return Option.none()
      whole.set(next.bytes, at)
    }
    return Option.some(whole)
  })
  return {
    put: (bytes) =>
      Effect.gen(function* () {
        yield* outside("BlobStore.put")
        const hash = yield* hashOf(bytes)
        yield* query(put, [hash, bytes, yield* Clock.currentTimeMillis])
        return hash
      }),
    get,
    listOlder: (than, after, limit) =>
      Effect.flatMap(query(older, [than, after, limit]), (rows) =>
        Effect.map(decodeHashes("BlobStore.older", rows), (found) => found.map(({ hash }) => hash))
      ),
    remove: (hashes, than) => Effect.andThen(outside("BlobStore.remove"), execute(remove, [hashes, than]))
  }
}

/**
 * Bytes in a table, for installations without a folder of their own. Putting or removing bytes inside `atomic` is a
 * defect.
 */
export const layer: Layer.Layer<BlobStore.BlobStore, never, PgSession> = Layer.effect(
  BlobStore.BlobStore,
  Effect.map(PgSession, make)
)
