import type * as RowStore from "./RowStore.ts"
import type { ColumnValue, RowWrite, Shape } from "./RowStore.ts"

/** A column promoted out of a document. Every column is a total function of the stored value. */
export type Column<A> =
  | { readonly kind: "text" | "integer" | "instant" | "boolean"; readonly of: (self: A) => RowStore.Scalar }
  | { readonly kind: "set"; readonly of: (self: A) => ReadonlyArray<string> }
  | { readonly kind: "words"; readonly of: (self: A) => string }

export interface Columns<A> {
  readonly [name: string]: Column<A>
}

/** A collection as stores see it, and how the columns of its rows are computed again. */
export interface StoredCollection extends Shape {
  readonly columnsOf: (row: RowStore.Row) => RowWrite["columns"]
}

/** The columns of a value. */
export const columnsOf = <A>(columns: Columns<A>, value: A): RowWrite["columns"] => {
  const stored: { [column: string]: ColumnValue } = {}
  for (const [name, column] of Object.entries<Column<A>>(columns)) stored[name] = column.of(value)
  return stored
}
