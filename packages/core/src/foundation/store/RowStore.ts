import { Context, type Effect } from "effect"

/**
 * A value that all stores compare in the same way: text by code point, integers and instants (epoch ms) by value,
 * `false` before `true`; null sorts last, ascending and descending.
 */
export type Scalar = string | number | boolean | null

/** `set` supports `has`; `words` contains text that core has folded, and supports `contains`. */
export type ColumnKind = "text" | "integer" | "instant" | "boolean" | "set" | "words"

export type ColumnValue = Scalar | ReadonlyArray<string>

/** Equality columns, then order columns. The id is always the last order column, so every keyset is total. */
export interface Index<C extends string = string> {
  readonly on: ReadonlyArray<C>
  readonly order?: ReadonlyArray<C>
  /** Only rows with these values are in the index. */
  readonly where?: { readonly [K in C]?: Scalar }
}

/** A key that is unique among rows (those matching `where`). Its columns are never null: absence is `""`. */
export interface Unique<C extends string = string> {
  readonly on: ReadonlyArray<C>
  readonly where?: { readonly [K in C]?: Scalar }
}

/** A foreign key. A `scoped` one refers to a row of the same `organization`. `null` and `""` refer to nothing. */
export interface Reference<C extends string = string> {
  readonly column: C
  readonly to: string
  readonly onDelete: "restrict" | "cascade"
  readonly scoped?: true
}

/** A collection as stores see it, without its types. */
export interface Shape {
  readonly name: string
  readonly columns: { readonly [column: string]: ColumnKind }
  readonly indexes: { readonly [index: string]: Index }
  readonly unique: { readonly [key: string]: Unique }
  readonly references: ReadonlyArray<Reference>
  /** Integers stored separately from the document, changed only by `add`. */
  readonly counters: ReadonlyArray<string>
  /** Position in the global lock order: lower ranks are locked first. */
  readonly rank: number
}

/** A row as written: the encoded document (JSON), the columns promoted out of it, who wrote it and when. */
export interface RowWrite {
  readonly id: string
  readonly doc: unknown
  readonly docVersion: number
  readonly columns: { readonly [column: string]: ColumnValue }
  readonly at: number
  readonly by: string
}

export interface Row {
  readonly id: string
  readonly doc: unknown
  readonly docVersion: number
  /** 1 on insert, incremented by each update. */
  readonly version: number
  readonly counters: { readonly [counter: string]: number }
}

/** The order columns of the last row seen, and its id. */
export interface Keyset {
  readonly order: ReadonlyArray<Scalar>
  readonly id: string
}

/** A list that is split into pages. */
export interface Source<Row> {
  readonly count: Effect.Effect<number>
  readonly load: (after: Keyset | undefined, limit: number) => Effect.Effect<ReadonlyArray<Row>>
  readonly keyset: (row: Row) => Keyset
}

export type Equal = Scalar | { readonly in: ReadonlyArray<Scalar> }

export interface RowFilter {
  /** A value for every equality column of the index. */
  readonly equals: { readonly [column: string]: Equal }
  readonly has?: { readonly [column: string]: string | { readonly any: ReadonlyArray<string> } }
  /** Folded text that the `words` column contains literally. */
  readonly contains?: { readonly [column: string]: string }
  /** Bounds of the first order column (the id, if there is none): `from` inclusive, `to` exclusive. */
  readonly range?: { readonly from?: Scalar; readonly to?: Scalar }
}

export interface RowQuery extends RowFilter {
  readonly direction?: "asc" | "desc"
  readonly after?: Keyset
  readonly limit: number
}

/** A row that replaces the version that was seen. */
export interface RowUpdate {
  readonly seen: number
  readonly next: RowWrite
  /** The columns of unique keys are unchanged, so no key can be taken. */
  readonly keepsKeys?: boolean
}

/** A unique key is in use. The transaction continues. */
export class KeyTaken {
  readonly _tag = "Taken"
  readonly unique: string
  constructor(unique: string) {
    this.unique = unique
  }
}

/** The row was changed or deleted since it was read. The transaction continues. */
export class Stale {
  readonly _tag = "Stale"
}

/**
 * The mutable resources: an encoded document per row, columns promoted out of it, declared indexes and unique keys, and
 * separate counters. Failures of the store itself are defects (`StoreError`).
 *
 * Outside `atomic` each call is a separate transaction. `atomic` is all or nothing and covers every storing port except
 * blobs: nested calls join the outer one; a failure, defect or interruption of the body rolls everything back; the body
 * may run again (at most 5 times) after a serialization failure or a deadlock, so its only side effects may be its
 * writes; any use of the transaction after its end dies; concurrent children are serialized.
 */
export class RowStore extends Context.Service<
  RowStore,
  {
    /** The rows that exist, in any order. */
    readonly getMany: (shape: Shape, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>>
    readonly getBy: (
      shape: Shape,
      unique: string,
      key: { readonly [column: string]: Scalar }
    ) => Effect.Effect<ReadonlyArray<Row>>
    readonly list: (shape: Shape, index: string, query: RowQuery) => Effect.Effect<ReadonlyArray<Row>>
    /** Counts at most `cap` rows if a cap is given. */
    readonly count: (shape: Shape, index: string, filter: RowFilter, cap?: number) => Effect.Effect<number>
    /** Rows per value of one equality column, for the given values; values without rows are absent. */
    readonly countEach: (
      shape: Shape,
      index: string,
      column: string,
      values: ReadonlyArray<string>,
      equals: { readonly [column: string]: Equal }
    ) => Effect.Effect<ReadonlyMap<string, number>>
    readonly insert: (shape: Shape, rows: ReadonlyArray<RowWrite>) => Effect.Effect<void, KeyTaken>
    /** All or none: `Stale` if any row has another version than the given one. */
    readonly update: (shape: Shape, rows: ReadonlyArray<RowUpdate>) => Effect.Effect<void, Stale | KeyTaken>
    /** Adds to counters without reading, without a new version and without waiting for locks on the document. */
    readonly add: (
      shape: Shape,
      id: string,
      by: { readonly [counter: string]: number }
    ) => Effect.Effect<{
      readonly [counter: string]: number
    }>
    /** Returns how many of the ids existed. */
    readonly remove: (shape: Shape, ids: ReadonlyArray<string>) => Effect.Effect<number>
    readonly removeWhere: (shape: Shape, index: string, filter: RowFilter) => Effect.Effect<number>
    /** Locks the rows that exist, in id order, until the transaction ends, and reads them. Only inside `atomic`. */
    readonly lock: (shape: Shape, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>>
    /** Locks like `lock` without reading. A store may wait for the lock only when the next statement is sent. */
    readonly lockOnly: (shape: Shape, ids: ReadonlyArray<string>) => Effect.Effect<void>
    readonly atomic: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Runs a callback when the current transaction is committed, immediately outside of one, and never if it is rolled
     * back. In a host's transaction it runs when `atomic` ends.
     */
    readonly afterCommit: (callback: () => void) => Effect.Effect<void>
    /**
     * Runs both in any order; neither may depend on what the other writes. Queries that both send to the storing ports
     * at the same time may be combined. Neither may wait for the other: a query is sent when both wait for a result.
     */
    readonly together: <A, E, R, A2, E2, R2>(
      one: Effect.Effect<A, E, R>,
      other: Effect.Effect<A2, E2, R2>
    ) => Effect.Effect<readonly [A, A2], E | E2, R | R2>
  }
>()("@quire/core/RowStore") {}
