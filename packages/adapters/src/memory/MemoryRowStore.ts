import { CodePoint, RowStore } from "@quire/core"
import { Effect, HashMap, Layer, Option, Result } from "effect"
import type { MemoryState } from "./MemoryState.ts"
import { type Locks, MemoryStore, type Transaction } from "./MemoryStore.ts"
import * as Query from "./Query.ts"
import * as References from "./References.ts"
import * as Table from "./Table.ts"

type Shape = RowStore.Shape

const tableOf = (tables: References.Tables, shape: Shape): Table.Table =>
  Option.getOrElse(HashMap.get(tables, shape.name), () => Table.empty(shape))

const putTable = (transaction: Transaction, table: Table.Table) => {
  const { draft } = transaction
  transaction.draft = { ...draft, tables: HashMap.set(draft.tables, table.shape.name, table) }
}

const insert = (
  transaction: Transaction,
  shape: Shape,
  writes: ReadonlyArray<RowStore.RowWrite>
): Result.Result<void, RowStore.KeyTaken> => {
  let table = tableOf(transaction.draft.tables, shape)
  for (const write of writes) {
    const row = Table.writeRow(shape, write)
    const taken = Table.get(table, row.id) === undefined ? Table.findTakenKey(table, row) : "id"
    if (taken !== undefined) return Result.fail(new RowStore.KeyTaken(taken))
    table = Table.put(table, undefined, row)
  }
  putTable(transaction, table)
  transaction.unchecked.push(...writes.map(({ id }) => ({ collection: shape.name, id })))
  return Result.void
}

/**
 * A key that a row of the same call gives up still counts as taken, as a store may check rows one by one in any order.
 */
const update = (
  transaction: Transaction,
  shape: Shape,
  changes: ReadonlyArray<RowStore.RowUpdate>
): Result.Result<void, RowStore.Stale | RowStore.KeyTaken> => {
  const { tables } = transaction.draft
  const before = tableOf(tables, shape)
  const replaced: Array<{ readonly old: Table.StoredRow; readonly row: Table.StoredRow }> = []
  for (const { seen, next } of changes) {
    const old = Table.get(before, next.id)
    if (old === undefined || old.row.version !== seen) return Result.fail(new RowStore.Stale())
    replaced.push({ old, row: Table.writeRow(shape, next, old) })
  }
  let table = before
  for (const { old, row } of replaced) {
    if (Table.get(table, row.id) !== old) throw new Error(`row ${row.id} is updated twice in one call`)
    const taken = Table.findTakenKey(before, row) ?? Table.findTakenKey(table, row)
    if (taken !== undefined) return Result.fail(new RowStore.KeyTaken(taken))
    table = Table.put(table, old, row)
  }
  putTable(transaction, table)
  for (const { old, row } of replaced) {
    const name = { collection: shape.name, id: row.id }
    transaction.unchecked.push(name)
    if (Table.valueOf(old, "organization") !== Table.valueOf(row, "organization")) {
      transaction.unchecked.push(...References.findReferrers(tables, name))
    }
  }
  return Result.void
}

const add = (transaction: Transaction, shape: Shape, id: string, by: { readonly [counter: string]: number }) => {
  const table = tableOf(transaction.draft.tables, shape)
  const row = Table.get(table, id)
  if (row === undefined) throw new Error(`${shape.name} has no row ${id}`)
  const counters = { ...row.row.counters }
  for (const [counter, difference] of Object.entries(by)) {
    const count = counters[counter]
    if (count === undefined) throw new Error(`${shape.name} has no counter ${counter}`)
    counters[counter] = count + difference
  }
  putTable(transaction, Table.put(table, row, Table.withCounters(row, counters)))
  return counters
}

const remove = (transaction: Transaction, shape: Shape, ids: ReadonlyArray<string>): number => {
  const { tables } = transaction.draft
  const existing = Table.rowsOf(tableOf(tables, shape), ids)
  const names = existing.map(({ id }) => ({ collection: shape.name, id }))
  const { removed, restricting } = References.planRemoval(tables, names)
  transaction.unchecked.push(...restricting)
  for (const { collection, id } of removed) {
    const table = Option.getOrThrow(HashMap.get(transaction.draft.tables, collection))
    putTable(transaction, Table.put(table, Table.get(table, id), undefined))
  }
  return existing.length
}

/** Locks never wait here, since transactions run one by one; the order is checked so that tests find violations. */
const lockRow = (transaction: { readonly locks: Locks }, { name, rank }: Shape, id: string) => {
  const { locks } = transaction
  const { last, held } = locks
  const key = `${name}/${id}`
  if (held.has(key)) return
  if (last !== undefined && (rank < last.rank || (rank === last.rank && CodePoint.compare(id, last.id) < 0))) {
    throw new Error(
      `${key} (rank ${rank}) is locked after ${last.id} (rank ${last.rank}), which violates the lock order`
    )
  }
  held.add(key)
  locks.last = { rank, id }
}

const countEach = (
  table: Table.Table,
  index: string,
  column: string,
  values: ReadonlyArray<string>,
  equals: RowStore.RowFilter["equals"]
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) {
    const count = Query.count(table, index, { equals: { ...equals, [column]: value } })
    if (count > 0) counts.set(value, count)
  }
  return counts
}

const make = ({
  afterCommit,
  atomic,
  read,
  within,
  write
}: typeof MemoryStore.Service): typeof RowStore.RowStore.Service => {
  const reading = <A>(operation: string, shape: Shape, f: (table: Table.Table) => A) =>
    read(operation, ({ tables }: MemoryState) => f(tableOf(tables, shape)))
  const lock = (shape: Shape, ids: ReadonlyArray<string>) =>
    within("lock", (transaction) => {
      const rows = Table.rowsOf(tableOf(transaction.draft.tables, shape), ids)
      for (const { id } of rows) lockRow(transaction, shape, id)
      return rows.map(Table.rowOf)
    })
  return {
    afterCommit,
    atomic,
    together: (one, other) => Effect.all([one, other]),
    getMany: (shape, ids) => reading("getMany", shape, (table) => Table.rowsOf(table, ids).map(Table.rowOf)),
    getBy: (shape, unique, key) =>
      reading("getBy", shape, (table) => {
        const declared = shape.unique[unique]
        if (declared === undefined) throw new Error(`${shape.name} has no unique key ${unique}`)
        const values = declared.on.map((column) => key[column] ?? null)
        const id = HashMap.get(table.keys, Table.keyOf(unique, values))
        return Table.rowsOf(table, Option.toArray(id)).map(Table.rowOf)
      }),
    list: (shape, index, query) => reading("list", shape, (table) => Query.list(table, index, query).map(Table.rowOf)),
    count: (shape, index, filter, cap) =>
      reading("count", shape, (table) => Math.min(Query.count(table, index, filter), cap ?? Infinity)),
    countEach: (shape, index, column, values, equals) =>
      reading("countEach", shape, (table) => countEach(table, index, column, values, equals)),
    insert: (shape, rows) => write("insert", (transaction) => insert(transaction, shape, rows)),
    update: (shape, rows) => write("update", (transaction) => update(transaction, shape, rows)),
    add: (shape, id, by) => write("add", (transaction) => Result.succeed(add(transaction, shape, id, by))),
    remove: (shape, ids) => write("remove", (transaction) => Result.succeed(remove(transaction, shape, ids))),
    removeWhere: (shape, index, filter) =>
      write("removeWhere", (transaction) => {
        const rows = Query.select(tableOf(transaction.draft.tables, shape), index, filter)
        return Result.succeed(
          remove(
            transaction,
            shape,
            rows.map(({ id }) => id)
          )
        )
      }),
    lock,
    lockOnly: (shape, ids) => Effect.asVoid(lock(shape, ids))
  }
}

/**
 * `RowStore` in memory. When the transaction ends, the written references are checked, and the references to removed
 * rows. Locking a lower rank than the last one, or a lower id within its rank, is a defect; locking the same row again
 * is not.
 */
export const layer: Layer.Layer<RowStore.RowStore, never, MemoryStore> = Layer.effect(
  RowStore.RowStore,
  Effect.map(MemoryStore, make)
)
