import { Array as Arr, Clock, Effect, Option } from "effect"
import { Actor, actorId } from "../operation/Actor.ts"
import * as EventLoop from "../scheduling/EventLoop.ts"
import { type Column, type Columns, columnsOf, type StoredCollection } from "./Columns.ts"
import * as RowCodec from "./RowCodec.ts"
import type { Stale } from "./RowStore.ts"
import {
  type ColumnKind,
  type Equal,
  type Index,
  type Keyset,
  type KeyTaken,
  type Reference,
  type Row,
  type RowFilter,
  type RowQuery,
  RowStore,
  type RowWrite,
  type Scalar,
  type Shape,
  type Source,
  type Unique
} from "./RowStore.ts"

export type { Column, Columns, StoredCollection }

export type Indexes<Cs> = { readonly [name: string]: Index<keyof Cs & string> }
export type Uniques<Cs> = { readonly [name: string]: Unique<keyof Cs & string> }

/** How one resource is stored. */
export interface Declaration<
  A extends { readonly id: string },
  I,
  Cs extends Columns<A>,
  Ix extends Indexes<Cs>,
  Ux extends Uniques<Cs>
> extends RowCodec.Declaration<A, I> {
  readonly columns: Cs
  readonly indexes: Ix
  readonly unique: Ux
  readonly references: ReadonlyArray<Reference<(keyof Cs & string) | "id">>
  readonly counters: ReadonlyArray<string>
  /**
   * Position in the global lock order: organization tree 0, space 1, change request and user 2, chains of the audit log
   * 4, the rest 3.
   */
  readonly rank: number
}

/** A declared resource with its codec. */
export interface Collection<
  A extends { readonly id: string },
  I,
  Cs extends Columns<A>,
  Ix extends Indexes<Cs>,
  Ux extends Uniques<Cs>
> extends Declaration<A, I, Cs, Ix, Ux> {
  readonly codec: RowCodec.RowCodec<A>
}

/** Keeps the literal types of a declaration. */
export const collection = <
  A extends { readonly id: string },
  I,
  const Cs extends Columns<A>,
  const Ix extends Indexes<Cs>,
  const Ux extends Uniques<Cs>
>(
  declaration: Declaration<A, I, Cs, Ix, Ux>
): Collection<A, I, Cs, Ix, Ux> => ({ ...declaration, codec: RowCodec.make(declaration) })

/** The collection without its counters, for code that locks or rewrites rows but inserts none: locking is cheaper. */
export const withoutCounters = <C extends { readonly counters: ReadonlyArray<string> }>(self: C) => ({
  ...self,
  counters: []
})

export interface Filter<Cs, I extends Index<keyof Cs & string>> {
  readonly equals: { readonly [K in I["on"][number]]: Equal }
  readonly has?: { readonly [K in keyof Cs & string]?: string | { readonly any: ReadonlyArray<string> } | undefined }
  readonly contains?: { readonly [K in keyof Cs & string]?: string | undefined }
  readonly range?: { readonly from?: Scalar | undefined; readonly to?: Scalar | undefined }
}

export interface OrderedFilter<Cs, I extends Index<keyof Cs & string>> extends Filter<Cs, I> {
  readonly direction?: "asc" | "desc" | undefined
}

export interface Query<Cs, I extends Index<keyof Cs & string>> extends OrderedFilter<Cs, I> {
  readonly after?: Keyset | undefined
  readonly limit: number
}

export type VersionedValue<A> = RowCodec.VersionedRow<A>

export const values = <A>(rows: Iterable<VersionedValue<A>>): ReadonlyArray<A> => Array.from(rows, ({ value }) => value)

/** A row that must exist does not: a defect. */
export class RowMissing extends Error {
  constructor(collection: string, id: string) {
    super(`The row ${id} of ${collection} does not exist.`)
    this.name = "RowMissing"
  }
}

/** A row as it was read, and the value that replaces it. */
export interface Change<A> {
  readonly seen: RowCodec.VersionedRow<A>
  readonly next: A
}

export interface Repository<
  A extends { readonly id: string },
  Cs extends Columns<A>,
  Ix extends Indexes<Cs>,
  Ux extends Uniques<Cs>
> {
  readonly shape: Shape
  readonly get: (id: string) => Effect.Effect<Option.Option<RowCodec.VersionedRow<A>>>
  readonly getMany: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, RowCodec.VersionedRow<A>>>
  /** Dies if the row does not exist. */
  readonly require: (id: string) => Effect.Effect<RowCodec.VersionedRow<A>>
  readonly getBy: <U extends keyof Ux & string>(
    unique: U,
    key: { readonly [K in Ux[U]["on"][number]]: Scalar }
  ) => Effect.Effect<Option.Option<RowCodec.VersionedRow<A>>>
  readonly list: <N extends keyof Ix & string>(
    index: N,
    query: Query<Cs, Ix[N]>
  ) => Effect.Effect<ReadonlyArray<RowCodec.VersionedRow<A>>>
  readonly count: <N extends keyof Ix & string>(
    index: N,
    filter: Filter<Cs, Ix[N]>,
    cap?: number
  ) => Effect.Effect<number>
  /** A list by one index: how to load it, count it and continue it. */
  readonly source: <N extends keyof Ix & string>(
    index: N,
    query: OrderedFilter<Cs, Ix[N]>
  ) => Source<RowCodec.VersionedRow<A>>
  /** One grouped count for a whole page of parents. */
  readonly countEach: <N extends keyof Ix & string, K extends Ix[N]["on"][number]>(
    index: N,
    column: K,
    values: ReadonlyArray<string>,
    equals: { readonly [C in Exclude<Ix[N]["on"][number], K>]: Equal }
  ) => Effect.Effect<ReadonlyMap<string, number>>
  /** Dies if a unique key is in use, and `update` also if the row was changed or removed since it was read. */
  readonly insert: (self: A) => Effect.Effect<RowCodec.VersionedRow<A>>
  readonly insertAll: (selves: ReadonlyArray<A>) => Effect.Effect<void>
  /** Writes nothing, and leaves the version unchanged, if `next` equals the value seen. */
  readonly update: (seen: RowCodec.VersionedRow<A>, next: A) => Effect.Effect<RowCodec.VersionedRow<A>>
  readonly updateAll: (rows: ReadonlyArray<Change<A>>) => Effect.Effect<void>
  /** The same writes for callers that handle a taken key or a stale row. */
  readonly tryInsert: (self: A) => Effect.Effect<RowCodec.VersionedRow<A>, KeyTaken>
  readonly tryInsertAll: (selves: ReadonlyArray<A>) => Effect.Effect<void, KeyTaken>
  readonly tryUpdate: (
    seen: RowCodec.VersionedRow<A>,
    next: A
  ) => Effect.Effect<RowCodec.VersionedRow<A>, Stale | KeyTaken>
  readonly tryUpdateAll: (rows: ReadonlyArray<Change<A>>) => Effect.Effect<void, Stale | KeyTaken>
  readonly add: (
    id: string,
    by: { readonly [counter: string]: number }
  ) => Effect.Effect<{ readonly [counter: string]: number }>
  readonly remove: (ids: ReadonlyArray<string>) => Effect.Effect<number>
  readonly removeWhere: <N extends keyof Ix & string>(index: N, filter: Filter<Cs, Ix[N]>) => Effect.Effect<number>
  /** Locks in id order, whatever the order of `ids`. Only inside `atomic`. */
  readonly lock: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, RowCodec.VersionedRow<A>>>
  /** Locks without reading, in the round trip of the next statement. */
  readonly lockOnly: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  /** Locks one row, and dies if it does not exist. */
  readonly requireLocked: (id: string) => Effect.Effect<RowCodec.VersionedRow<A>>
  /** The keyset from which a list by this index continues after the row. */
  readonly keyset: (index: keyof Ix & string, self: A) => Keyset
  /** Decodes a row read by another port. */
  readonly decode: (row: Row) => RowCodec.VersionedRow<A>
}

/** The untyped declaration that stores work with. */
export const shapeOf = <
  A extends { readonly id: string },
  I,
  Cs extends Columns<A>,
  Ix extends Indexes<Cs>,
  Ux extends Uniques<Cs>
>(
  self: Collection<A, I, Cs, Ix, Ux>
): StoredCollection => {
  const columns: { [column: string]: ColumnKind } = {}
  for (const [name, column] of Object.entries<Column<A>>(self.columns)) columns[name] = column.kind
  return {
    name: self.name,
    columns,
    indexes: self.indexes,
    unique: self.unique,
    references: self.references,
    counters: self.counters,
    rank: self.rank,
    columnsOf: (row) => columnsOf(self.columns, self.codec.decode(row).value)
  }
}

const removeUndefined = <V>(entries: { readonly [key: string]: V | undefined }): { readonly [key: string]: V } => {
  const defined: { [key: string]: V } = {}
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) defined[key] = value
  return defined
}

const toRowFilter = <Cs, I extends Index<keyof Cs & string>>(filter: Filter<Cs, I>): RowFilter => ({
  equals: filter.equals,
  ...(filter.has === undefined ? {} : { has: removeUndefined(filter.has) }),
  ...(filter.contains === undefined ? {} : { contains: removeUndefined(filter.contains) }),
  ...(filter.range === undefined ? {} : { range: removeUndefined({ ...filter.range }) })
})

const toRowQuery = <Cs, I extends Index<keyof Cs & string>>(query: Query<Cs, I>): RowQuery => ({
  ...toRowFilter(query),
  limit: query.limit,
  ...(query.direction === undefined ? {} : { direction: query.direction }),
  ...(query.after === undefined ? {} : { after: query.after })
})

/** A typed interface to `RowStore` for one resource, which encodes values to rows and decodes them. */
export const make = <
  A extends { readonly id: string },
  I,
  Cs extends Columns<A>,
  Ix extends Indexes<Cs>,
  Ux extends Uniques<Cs>
>(
  self: Collection<A, I, Cs, Ix, Ux>
): Effect.Effect<Repository<A, Cs, Ix, Ux>, never, RowStore> =>
  Effect.map(RowStore, (store) => {
    const shape = shapeOf(self)
    const { decode, docVersion, encode: encodeDoc, equal } = self.codec
    const decodeAll = (rows: ReadonlyArray<Row>) => rows.map(decode)
    const decodeOne = (rows: ReadonlyArray<Row>) => Option.map(Arr.head(rows), decode)
    const requireOne = (id: string) => (rows: ReadonlyArray<Row>) => {
      const [row] = rows
      return row === undefined ? Effect.die(new RowMissing(shape.name, id)) : Effect.succeed(decode(row))
    }
    const indexById = (rows: ReadonlyArray<RowCodec.VersionedRow<A>>): ReadonlyMap<string, RowCodec.VersionedRow<A>> =>
      new Map(rows.map((row) => [row.value.id, row]))

    const keyColumns = Object.values<Unique<string>>(self.unique).flatMap(({ on, where }) => [
      ...on,
      ...Object.keys(where ?? {})
    ])
    const keepsKeys = (seen: A, next: A) =>
      keyColumns.every((column) => self.columns[column]?.of(seen) === self.columns[column]?.of(next))
    const encode = Effect.fnUntraced(function* (values: ReadonlyArray<A>) {
      const at = yield* Clock.currentTimeMillis
      const by = Option.match(yield* Effect.serviceOption(Actor), { onNone: () => "system", onSome: actorId })
      return values.map(
        (value): RowWrite => ({
          id: value.id,
          doc: encodeDoc(value),
          docVersion,
          columns: columnsOf(self.columns, value),
          at,
          by
        })
      )
    })
    const zeros = Object.fromEntries(self.counters.map((counter) => [counter, 0]))

    const tryInsertAll = (values: ReadonlyArray<A>) =>
      values.length === 0 ? Effect.void : Effect.flatMap(encode(values), (rows) => store.insert(shape, rows))
    const tryInsert = (value: A) => Effect.as(tryInsertAll([value]), { value, version: 1, counters: zeros })
    const tryUpdateAll = Effect.fnUntraced(function* (pairs: ReadonlyArray<Change<A>>) {
      const changed = pairs.filter(({ seen, next }) => !equal(seen.value, next))
      if (changed.length === 0) return
      const writes = yield* encode(changed.map(({ next }) => next))
      yield* store.update(
        shape,
        changed.flatMap(({ next: value, seen }, index) => {
          const next = writes[index]
          return next === undefined ? [] : [{ seen: seen.version, next, keepsKeys: keepsKeys(seen.value, value) }]
        })
      )
    })

    const tryUpdate = (seen: RowCodec.VersionedRow<A>, next: A) =>
      Effect.as(tryUpdateAll([{ seen, next }]), {
        value: next,
        version: equal(seen.value, next) ? seen.version : seen.version + 1,
        counters: seen.counters
      })

    const list: Repository<A, Cs, Ix, Ux>["list"] = (index, query) =>
      Effect.flatMap(store.list(shape, index, toRowQuery(query)), (rows) => EventLoop.map(rows, decode))
    const keyset: Repository<A, Cs, Ix, Ux>["keyset"] = (index, value) => {
      const columns = columnsOf(self.columns, value)
      const order = (self.indexes[index]?.order ?? []).map((column) => columns[column] ?? null)
      return { order: order.map((item) => (typeof item === "object" ? null : item)), id: value.id }
    }

    return {
      shape,
      decode,
      list,
      keyset,
      source: (index, query) => ({
        count: store.count(shape, index, toRowFilter(query)),
        load: (after, limit) => list(index, { ...query, after, limit }),
        keyset: ({ value }) => keyset(index, value)
      }),
      get: (id) => Effect.map(store.getMany(shape, [id]), decodeOne),
      require: (id) => Effect.flatMap(store.getMany(shape, [id]), requireOne(id)),
      getMany: (ids) =>
        ids.length === 0
          ? Effect.succeed(new Map())
          : Effect.map(store.getMany(shape, [...new Set(ids)]), (rows) => indexById(decodeAll(rows))),
      getBy: (unique, key) => Effect.map(store.getBy(shape, unique, key), decodeOne),
      count: (index, filter, cap) => store.count(shape, index, toRowFilter(filter), cap),
      countEach: (index, column, values, equals) => store.countEach(shape, index, column, values, equals),
      insert: (value) => Effect.orDie(tryInsert(value)),
      insertAll: (values) => Effect.orDie(tryInsertAll(values)),
      update: (seen, next) => Effect.orDie(tryUpdate(seen, next)),
      updateAll: (pairs) => Effect.orDie(tryUpdateAll(pairs)),
      tryInsert,
      tryInsertAll,
      tryUpdate,
      tryUpdateAll,
      add: (id, by) => store.add(shape, id, by),
      remove: (ids) => (ids.length === 0 ? Effect.succeed(0) : store.remove(shape, ids)),
      removeWhere: (index, filter) => store.removeWhere(shape, index, toRowFilter(filter)),
      requireLocked: (id) => Effect.flatMap(store.lock(shape, [id]), requireOne(id)),
      lock: (ids) => Effect.map(store.lock(shape, [...new Set(ids)].sort()), (rows) => indexById(decodeAll(rows))),
      lockOnly: (ids) => store.lockOnly(shape, [...new Set(ids)].sort())
    }
  })
