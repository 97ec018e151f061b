import { createHash } from "node:crypto"
import { BlobStore } from "@quire/core"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

const decodeBytes = Rows.makeDecoder(Schema.Struct({ bytes: Schema.Uint8Array }))
const decodeHashes = Rows.makeDecoder(Schema.Struct({ hash: Schema.String }))

const hashOf = (bytes: Uint8Array): BlobStore.BlobHash => createHash("sha256").update(bytes).digest("base64url")

const make = ({ query, execute, isAtomic, schema }: typeof PgSession.Service): typeof BlobStore.BlobStore.Service => {
  const table = qualify(schema, "blobs")
  const put = `insert into ${table} as b (hash, bytes, put_at) values ($1, $2, $3)
    on conflict (hash) do update set put_at = greatest(b.put_at, excluded.put_at)`
  const get = `select bytes from ${table} where hash = $1`
  const older = `select hash from ${table} where put_at < $1 and hash > $2 order by hash limit $3`
  const remove = `delete from ${table} where hash = any($1::text[]) and put_at < $2`
  const outside = (operation: string) =>
    Effect.flatMap(isAtomic, (inside) =>
      inside ? Rows.dieWith(operation, "blobs are no part of a transaction") : Effect.void
    )
  return {
    put: (bytes) =>
      Effect.gen(function* () {
        yield* outside("BlobStore.put")
        const hash = hashOf(bytes)
        yield* query(put, [hash, bytes, yield* Clock.currentTimeMillis])
        return hash
      }),
    get: (hash) =>
      Effect.flatMap(query(get, [hash]), (rows) =>
        Effect.map(decodeBytes("BlobStore.get", rows), ([found]) =>
          Option.map(Option.fromNullishOr(found), ({ bytes }) => new Uint8Array(bytes))
        )
      ),
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
