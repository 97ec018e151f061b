import type { RowStore } from "@quire/core"
import * as OrderedRows from "./OrderedRows.ts"
import * as Table from "./Table.ts"

const scalar = (value: RowStore.ColumnValue): RowStore.Scalar => (typeof value === "object" ? null : value)

const isInRange = (value: RowStore.Scalar, { from, to }: NonNullable<RowStore.RowFilter["range"]>) => {
  if (from === undefined && to === undefined) return true
  if (value === null) return false
  return (
    (from === undefined || OrderedRows.compareScalars(value, from) >= 0) &&
    (to === undefined || OrderedRows.compareScalars(value, to) < 0)
  )
}

const hasAny = (value: RowStore.ColumnValue, wanted: string | { readonly any: ReadonlyArray<string> }) =>
  typeof value === "object" &&
  value !== null &&
  (typeof wanted === "string" ? [wanted] : wanted.any).some((item) => value.includes(item))

const passes = (row: Table.StoredRow, first: string, { has = {}, contains = {}, range }: RowStore.RowFilter) =>
  Object.entries(has).every(([column, wanted]) => hasAny(Table.valueOf(row, column), wanted)) &&
  Object.entries(contains).every(([column, text]) => String(Table.valueOf(row, column) ?? "").includes(text)) &&
  (range === undefined || isInRange(scalar(Table.valueOf(row, first)), range))

const valuesOf = (equal: RowStore.Equal | undefined, column: string): ReadonlyArray<RowStore.Scalar> => {
  if (equal === undefined) throw new Error(`no value for the equality column ${column}`)
  return typeof equal === "object" && equal !== null ? [...new Set(equal.in)] : [equal]
}

const indexOf = ({ indexes, name }: RowStore.Shape, index: string): RowStore.Index => {
  const declared = indexes[index]
  if (declared === undefined) throw new Error(`${name} has no index ${index}`)
  return declared
}

/** The groups of rows that match the equality columns. */
const selectGroups = (table: Table.Table, index: string, filter: RowStore.RowFilter): ReadonlyArray<Table.Group> => {
  let prefixes: ReadonlyArray<ReadonlyArray<RowStore.Scalar>> = [[]]
  for (const column of indexOf(table.shape, index).on) {
    const values = valuesOf(filter.equals[column], column)
    prefixes = prefixes.flatMap((prefix) => values.map((value) => [...prefix, value]))
  }
  return prefixes.map((prefix) => Table.groupMembers(table, Table.groupKey(index, prefix)))
}

type Group = Table.Group
type Entry = OrderedRows.Entry<Table.StoredRow>

const everything = { isBefore: () => false }

/** The rows that a filter over an index selects, in no particular order. */
export const select = (
  table: Table.Table,
  index: string,
  filter: RowStore.RowFilter
): ReadonlyArray<Table.StoredRow> => {
  const [first = "id"] = indexOf(table.shape, index).order ?? []
  const rows: Array<Table.StoredRow> = []
  const visit = ({ row }: Entry) => {
    if (passes(row, first, filter)) rows.push(row)
    return true
  }
  for (const group of selectGroups(table, index, filter)) OrderedRows.visit(group, "asc", { ...everything, visit })
  return rows
}

const isEmpty = (conditions: object = {}) => Object.keys(conditions).length === 0

/** How many rows `select` returns, without examining each where the equality columns decide alone. */
export const count = (table: Table.Table, index: string, filter: RowStore.RowFilter): number =>
  isEmpty(filter.has) && isEmpty(filter.contains) && isEmpty(filter.range)
    ? selectGroups(table, index, filter).reduce((sum, group) => sum + OrderedRows.size(group), 0)
    : select(table, index, filter).length

/** The side of the range on which an entry lies, in reading order: -1 before it, 1 after it, 0 inside. */
const sideOf = ({ direction = "asc", range }: RowStore.RowQuery, { id, order }: RowStore.Keyset): number => {
  if (range === undefined) return 0
  const [value = id] = order
  if (value === null) return range.from === undefined && range.to === undefined ? 0 : 1
  const sign = direction === "asc" ? 1 : -1
  if (range.from !== undefined && OrderedRows.compareScalars(value, range.from) < 0) return -sign
  return range.to !== undefined && OrderedRows.compareScalars(value, range.to) >= 0 ? sign : 0
}

/** The first entries of one group that a query selects, without examining those before and after them. */
const readHead = (group: Group, first: string, query: RowStore.RowQuery, compare: OrderedRows.Compare) => {
  const { after, direction = "asc", limit } = query
  const found: Array<Entry> = []
  OrderedRows.visit(group, direction, {
    isBefore: (at) => sideOf(query, at) < 0 || (after !== undefined && compare(at, after) <= 0),
    visit: (entry) => {
      if (sideOf(query, entry.at) > 0) return false
      if (passes(entry.row, first, query)) found.push(entry)
      return found.length < limit
    }
  })
  return found
}

/** All entries of one group that a query selects; for groups that cannot be read backwards. */
const readWhole = (group: Group, first: string, query: RowStore.RowQuery, compare: OrderedRows.Compare) => {
  const { after } = query
  const found: Array<Entry> = []
  OrderedRows.visit(group, "asc", {
    ...everything,
    visit: (entry) => {
      if (passes(entry.row, first, query) && (after === undefined || compare(entry.at, after) > 0)) found.push(entry)
      return true
    }
  })
  return found
}

/** One page of a list. */
export const list = (table: Table.Table, index: string, query: RowStore.RowQuery): ReadonlyArray<Table.StoredRow> => {
  const { direction = "asc", limit } = query
  if (limit <= 0) return []
  const [first = "id"] = indexOf(table.shape, index).order ?? []
  const compare = OrderedRows.comparator(direction)
  const read = (group: Group) =>
    (direction === "desc" && group.nulls > 0 ? readWhole : readHead)(group, first, query, compare)
  const [only, ...others] = selectGroups(table, index, query)
  if (only === undefined) return []
  const isOrdered = others.length === 0 && (direction === "asc" || only.nulls === 0)
  const entries = [only, ...others].flatMap(read)
  const ordered = isOrdered ? entries : entries.toSorted((left, right) => compare(left.at, right.at)).slice(0, limit)
  return ordered.map(({ row }) => row)
}
