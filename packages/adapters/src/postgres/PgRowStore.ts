import { RowStore, StoreError } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import * as ListSql from "./ListSql.ts"
import { PgSession } from "./PgSession.ts"
import * as RowSql from "./RowSql.ts"
import * as Rows from "./Rows.ts"
import * as RowWrites from "./RowWrites.ts"
import type * as SqlText from "./SqlText.ts"

const decodeRows = Rows.makeDecoder(Rows.StoredRow)
const decodeIds = Rows.makeDecoder(Rows.RowId)
const decodeCount = Rows.makeDecoder(Rows.Count)
const decodeCounts = Rows.makeDecoder(Schema.Struct({ value: Schema.String, count: Schema.Number }))

/** Runs a statement written for this call: an undeclared index or a missing equality column is a defect. */
const runWritten = <A>(
  operation: string,
  write: () => SqlText.Statement,
  run: (text: string, params: ReadonlyArray<unknown>) => Effect.Effect<A>
): Effect.Effect<A> =>
  Effect.try({
    try: write,
    catch: (cause) => new StoreError.StoreError({ operation, cause, unavailable: false })
  }).pipe(
    Effect.orDie,
    Effect.flatMap(({ text, params }) => run(text, params))
  )

const make = (session: typeof PgSession.Service): typeof RowStore.RowStore.Service => {
  const { query, execute, isAtomic } = session
  const sqlOf = RowSql.makeCache(session.schema)
  const rows = (operation: string) => (text: string, params: ReadonlyArray<unknown>) =>
    Effect.flatMap(query(text, params, "replica"), (found) => decodeRows(operation, found))
  const counted = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.flatMap(query(text, params, "replica"), (found) =>
      Effect.flatMap(decodeCount("RowStore.count", found), (counts) =>
        Effect.map(Rows.requireOne("RowStore.count", counts), ({ count }) => count)
      )
    )
  const countedEach = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.flatMap(query(text, params, "replica"), (found) =>
      Effect.map(
        decodeCounts("RowStore.countEach", found),
        (counts): ReadonlyMap<string, number> => new Map(counts.map(({ value, count }) => [value, count]))
      )
    )

  const lock = (shape: RowStore.Shape, ids: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      if (!(yield* isAtomic)) return yield* Rows.dieWith("RowStore.lock", "no transaction is active")
      const sql = sqlOf(shape)
      if (shape.counters.length === 0) return yield* rows("RowStore.lock")(sql.lock, [ids])
      const locked = yield* decodeIds("RowStore.lock", yield* query(sql.lock, [ids]))
      return yield* rows("RowStore.lock")(sql.locked, [locked.map(({ id }) => id)])
    })

  return {
    atomic: session.atomic,
    afterCommit: session.afterCommit,
    together: session.together,
    lock,
    getMany: (shape, ids) => rows("RowStore.getMany")(sqlOf(shape).getMany, [ids]),
    getBy: (shape, unique, key) =>
      runWritten("RowStore.getBy", () => ListSql.getBy(sqlOf(shape), shape, unique, key), rows("RowStore.getBy")),
    list: (shape, index, page) =>
      runWritten("RowStore.list", () => ListSql.list(sqlOf(shape), shape, index, page), rows("RowStore.list")),
    count: (shape, index, filter, cap) =>
      runWritten("RowStore.count", () => ListSql.count(sqlOf(shape), shape, index, filter, cap), counted),
    countEach: (shape, index, column, values, equals) =>
      runWritten(
        "RowStore.countEach",
        () => ListSql.countEach(sqlOf(shape), shape, index, column, values, equals),
        countedEach
      ),
    insert: (shape, writes) => RowWrites.insert(session, sqlOf(shape), writes),
    update: (shape, writes) => RowWrites.update(session, sqlOf(shape), shape, writes),
    add: (shape, id, by) => RowWrites.add(session, sqlOf(shape), shape, id, by),
    remove: (shape, ids) => execute(sqlOf(shape).remove, [ids]),
    removeWhere: (shape, index, filter) =>
      runWritten("RowStore.removeWhere", () => ListSql.removeWhere(sqlOf(shape), shape, index, filter), execute)
  }
}

/**
 * `RowStore` with one table per collection. A call is one statement, with two exceptions: inserts of several rows and
 * updates of rows with unique keys run in a separate transaction or savepoint, and locks of rows with counters take two
 * statements.
 */
export const layer: Layer.Layer<RowStore.RowStore, never, PgSession> = Layer.effect(
  RowStore.RowStore,
  Effect.map(PgSession, make)
)
