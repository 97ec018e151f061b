import { type RowStore, StoreError } from "@quire/core"
import { Effect, Result, Schema } from "effect"
import { SchemaJITCompiler } from "effect/schema"

/** A row of a collection, as returned by the statements of `RowSql`. */
export const StoredRow = Schema.Struct({
  id: Schema.String,
  doc: Schema.Unknown,
  docVersion: Schema.Number,
  version: Schema.Number,
  counters: Schema.Record(Schema.String, Schema.Number)
}) satisfies Schema.Codec<RowStore.Row>

export const Count = Schema.Struct({ count: Schema.Number })

export const RowId = Schema.Struct({ id: Schema.String })

/** Decodes the rows of a statement with a compiled schema; a mismatch is a defect. */
export const makeDecoder = <A, I>(schema: Schema.Codec<A, I>) => {
  const all = Schema.Array(schema)
  SchemaJITCompiler.enable(all.ast)
  const decode = Schema.decodeUnknownResult(all)
  return (operation: string, rows: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<A>> =>
    Result.match(decode(rows), {
      onFailure: (cause) => Effect.die(new StoreError.StoreError({ operation, cause, unavailable: false })),
      onSuccess: Effect.succeed
    })
}

/** The only row of a statement that always returns one. */
export const requireOne = <A>(operation: string, rows: ReadonlyArray<A>): Effect.Effect<A> => {
  const [row] = rows
  return row === undefined ? dieWith(operation, "the statement returned no row") : Effect.succeed(row)
}

/** Dies of a misuse of the store, or of an impossible result. */
export const dieWith = (operation: string, reason: string): Effect.Effect<never> =>
  Effect.die(new StoreError.StoreError({ operation, cause: new Error(reason), unavailable: false }))
