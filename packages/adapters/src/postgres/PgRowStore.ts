import { RowStore, StoreError } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import * as ListSql from "./ListSql.ts"
import { ConstraintViolation, PgSession } from "./PgSession.ts"
import * as RowSql from "./RowSql.ts"
import * as Rows from "./Rows.ts"
import type * as SqlText from "./SqlText.ts"
import * as TableDefinition from "./TableDefinition.ts"

type Shape = RowStore.Shape
type Session = typeof PgSession.Service
const decodeNames = Rows.makeDecoder(Schema.Struct({ name: Schema.String }))
const decodeCounters = Rows.makeDecoder(Schema.Struct({ counters: Rows.StoredRow.fields.counters }))

/** A row as a parameter of the statements: the columns of its table. */
const toRecord = ({ id, doc, docVersion, columns, at, by }: RowStore.RowWrite, version = 1) => ({
  ...columns,
  id,
  doc,
  doc_version: docVersion,
  version,
  updated_at: at,
  updated_by: by
})

const areDistinct = (ids: ReadonlyArray<string>): boolean => new Set(ids).size === ids.length

/**
 * Inserts all rows or none: if one is refused, the others are removed again. If the conflicting key has become free by
 * the time it is looked up, the insert is retried.
 */
const insertAll = (
  session: Session,
  sql: RowSql.RowSql,
  json: string,
  size: number
): Effect.Effect<void, RowStore.KeyTaken> =>
  Effect.gen(function* () {
    const inserted = yield* decodeIds("RowStore.insert", yield* session.query(sql.insert, [json]))
    if (inserted.length === size) return
    const ids = inserted.map(({ id }) => id)
    const [taken] = yield* decodeNames("RowStore.insert", yield* session.query(sql.taken, [json, ids]))
    if (ids.length > 0) yield* session.query(sql.remove, [ids])
    if (taken !== undefined) return yield* Effect.fail(new RowStore.KeyTaken(taken.name))
    return yield* insertAll(session, sql, json, size)
  })

export const insert = (
  session: Session,
  sql: RowSql.RowSql,
  writes: ReadonlyArray<RowStore.RowWrite>
): Effect.Effect<void, RowStore.KeyTaken> => {
  if (writes.length === 0) return Effect.void
  if (!areDistinct(writes.map(({ id }) => id))) return Effect.fail(new RowStore.KeyTaken("id"))
  const json = JSON.stringify(writes.map((write) => toRecord(write)))
  const inserted = insertAll(session, sql, json, writes.length)
  return writes.length === 1 ? inserted : session.atomic(inserted)
}

/** Turns a violated unique key into `Taken`, with the body rolled back; any other violated constraint is a defect. */
const catchTaken = <A, E>(session: Session, shape: Shape, body: Effect.Effect<A, E>) =>
  Effect.catchIf(
    session.attempt(body),
    (error) => error instanceof ConstraintViolation,
    (cause): Effect.Effect<never, RowStore.KeyTaken> => {
      const isBroken = (name: string) => TableDefinition.uniqueIndex(shape, name) === cause.constraint
      const taken = Object.keys(shape.unique).find(isBroken)
      return taken === undefined
        ? Effect.die(new StoreError.StoreError({ operation: "RowStore.update", cause, unavailable: false }))
        : Effect.fail(new RowStore.KeyTaken(taken))
    }
  )

export const update = (
  session: Session,
  sql: RowSql.RowSql,
  shape: Shape,
  writes: ReadonlyArray<RowStore.RowUpdate>
): Effect.Effect<void, RowStore.Stale | RowStore.KeyTaken> => {
  if (writes.length === 0) return Effect.void
  if (!areDistinct(writes.map(({ next }) => next.id)))
    return Rows.dieWith("RowStore.update", "a row is updated twice in one call")
  const json = JSON.stringify(writes.map(({ seen, next }) => toRecord(next, seen)))
  const updated = Effect.flatMap(session.execute(sql.update, [json]), (count) =>
    count === writes.length ? Effect.void : Effect.fail(new RowStore.Stale())
  )
  const mayBeTaken = Object.keys(shape.unique).length > 0 && writes.some(({ keepsKeys }) => keepsKeys !== true)
  return mayBeTaken ? catchTaken(session, shape, updated) : updated
}

export const add = Effect.fnUntraced(function* (
  session: Session,
  sql: RowSql.RowSql,
  { name, counters }: Shape,
  id: string,
  by: { readonly [counter: string]: number }
) {
  const unknown = Object.keys(by).find((counter) => !counters.includes(counter))
  if (unknown !== undefined) return yield* Rows.dieWith("RowStore.add", `${name} has no counter ${unknown}`)
  const found = yield* session.query(sql.add, [id, ...counters.map((counter) => by[counter] ?? 0)])
  const [row] = yield* decodeCounters("RowStore.add", found)
  return row === undefined ? yield* Rows.dieWith("RowStore.add", `${name} has no row ${id}`) : row.counters
})

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

  const requireAtomic = Effect.flatMap(isAtomic, (atomic) =>
    atomic ? Effect.void : Rows.dieWith("RowStore.lock", "no transaction is active")
  )

  const lock = (shape: RowStore.Shape, ids: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      yield* requireAtomic
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
    lockOnly: (shape, ids) => Effect.andThen(requireAtomic, session.defer(sqlOf(shape).lockOnly, [ids])),
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
    insert: (shape, writes) => insert(session, sqlOf(shape), writes),
    update: (shape, writes) => update(session, sqlOf(shape), shape, writes),
    add: (shape, id, by) => add(session, sqlOf(shape), shape, id, by),
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
