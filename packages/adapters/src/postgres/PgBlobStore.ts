import { BlobStore } from "@quire/core"
import { Clock, Effect, Layer, Option, Schema, Stream } from "effect"
import { hashOf } from "../blob/BlobHashing.ts"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

/** Bytes read per chunk, so that other work can run in between. */
const piece = 1_048_576

/** Chunk size for streaming, which limits the bytes in memory to those in transit. */
const passed = 32_768

const decodeFirst = Rows.makeDecoder(Schema.Struct({ size: Schema.Int, bytes: Schema.Uint8Array }))
const decodeBytes = Rows.makeDecoder(Schema.Struct({ bytes: Schema.Uint8Array }))
const decodeHashes = Rows.makeDecoder(Schema.Struct({ hash: Schema.String }))

const make = ({ query, execute, isAtomic, schema }: typeof PgSession.Service): typeof BlobStore.BlobStore.Service => {
  const table = qualify(schema, "blobs")
  const insert = `insert into ${table} as b (hash, bytes, put_at) values ($1, $2, $3)
    on conflict (hash) do update set put_at = greatest(b.put_at, excluded.put_at)`
  /** Hashes and joins in the database, so that the bytes do not pass through this process. */
  const join = `with whole as (
      select string_agg(b.bytes, ''::bytea order by p.at) as bytes
      from unnest($1::text[]) with ordinality as p (hash, at) left join ${table} b on b.hash = p.hash
      having count(b.hash) = count(*)
    )
    insert into ${table} as b (hash, bytes, put_at)
    select rtrim(translate(encode(sha256(bytes), 'base64'), '+/', '-_'), '='), bytes, $2 from whole
    on conflict (hash) do update set put_at = greatest(b.put_at, excluded.put_at)
    returning hash`
  const first = `select octet_length(bytes) as size, substring(bytes from 1 for $2) as bytes from ${table}
    where hash = $1`
  const further = `select substring(bytes from $2 for $3) as bytes from ${table} where hash = $1`
  const older = `select hash from ${table} where put_at < $1 and hash > $2 order by hash limit $3`
  const remove = `delete from ${table} where hash = any($1::text[]) and put_at < $2`
  const outside = (operation: string) =>
    Effect.flatMap(isAtomic, (inside) =>
      inside ? Rows.dieWith(operation, "blobs cannot take part in a transaction") : Effect.void
    )
  const begin = (operation: string, hash: string, length: number) =>
    Effect.map(
      Effect.flatMap(query(first, [hash, length], "replica"), (rows) => decodeFirst(operation, rows)),
      ([begun]) => begun
    )
  const goOn = (operation: string, hash: string, at: number, length: number) =>
    Effect.map(
      Effect.flatMap(query(further, [hash, at + 1, length], "replica"), (rows) => decodeBytes(operation, rows)),
      ([next]) => next?.bytes
    )
  /** Bytes are never changed, so the pieces fit; they may be removed in between. */
  const get = Effect.fnUntraced(function* (hash: string) {
    const begun = yield* begin("BlobStore.get", hash, piece)
    if (begun === undefined) return Option.none()
    const whole = new Uint8Array(begun.size)
    whole.set(begun.bytes)
    for (let at = piece; at < begun.size; at += piece) {
      const next = yield* goOn("BlobStore.get", hash, at, piece)
      if (next === undefined) return Option.none()
      whole.set(next, at)
    }
    return Option.some(whole)
  })
  /** Reads the size together with the first bytes, so that small files take one statement. */
  const open = Effect.fnUntraced(function* (hash: string) {
    const begun = yield* begin("BlobStore.open", hash, passed)
    if (begun === undefined) return Option.none()
    const { bytes, size } = begun
    const readAt = Effect.fnUntraced(function* (at: number, to: number) {
      if (at < bytes.length) return bytes.slice(at, to)
      const next = yield* goOn("BlobStore.open", hash, at, Math.min(passed, to - at))
      return next ?? (yield* Rows.dieWith("BlobStore.open", "the blob was deleted while it was being read"))
    })
    const read: BlobStore.StoredBlob["read"] = (from, to) => {
      const end = Math.min(to, size)
      if (from >= end) return Stream.empty
      return Stream.paginate(from, (at) =>
        Effect.map(readAt(at, end), (next) => {
          const after = at + next.length
          return [[next], after < end ? Option.some(after) : Option.none()] as const
        })
      )
    }
    return Option.some({ size, read })
  })
  const put = Effect.fnUntraced(function* (bytes: Uint8Array) {
    yield* outside("BlobStore.put")
    const hash = yield* hashOf(bytes)
    yield* query(insert, [hash, bytes, yield* Clock.currentTimeMillis])
    return hash
  })
  return {
    put,
    join: Effect.fnUntraced(function* (hashes) {
      yield* outside("BlobStore.join")
      const rows = yield* query(join, [hashes, yield* Clock.currentTimeMillis])
      const [joined] = yield* decodeHashes("BlobStore.join", rows)
      return joined?.hash ?? (yield* Rows.dieWith("BlobStore.join", "a blob is missing"))
    }),
    get,
    open,
    listOlder: (than, after, limit) =>
      Effect.flatMap(query(older, [than, after, limit]), (rows) =>
        Effect.map(decodeHashes("BlobStore.older", rows), (found) => found.map(({ hash }) => hash))
      ),
    remove: (hashes, than) => Effect.andThen(outside("BlobStore.remove"), execute(remove, [hashes, than]))
  }
}

/**
 * Stores blobs in a table, for installations without a folder. Putting or removing blobs inside `atomic` is a defect.
 */
export const layer: Layer.Layer<BlobStore.BlobStore, never, PgSession> = Layer.effect(
  BlobStore.BlobStore,
  Effect.map(PgSession, make)
)
