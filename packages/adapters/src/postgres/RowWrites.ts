import { RowStore, StoreError } from "@quire/core"
import { Effect, Schema } from "effect"
import { ConstraintViolation, type PgSession } from "./PgSession.ts"
import type { RowSql } from "./RowSql.ts"
import * as Rows from "./Rows.ts"
import * as TableDefinition from "./TableDefinition.ts"

type Shape = RowStore.Shape
type Session = typeof PgSession.Service

const decodeIds = Rows.makeDecoder(Rows.RowId)
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
const insertAll = (session: Session, sql: RowSql, json: string, size: number): Effect.Effect<void, RowStore.KeyTaken> =>
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
  sql: RowSql,
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
  sql: RowSql,
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
  sql: RowSql,
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
