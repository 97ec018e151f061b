import { CodePoint, type RowStore } from "@quire/core"
import { HashMap } from "effect"
import * as Table from "./Table.ts"

const compareScalars = (left: RowStore.Scalar, right: RowStore.Scalar): number => {
  if (typeof left === "string" && typeof right === "string") return CodePoint.compare(left, right)
  return Number(left) - Number(right)
}

/** The total order of a list: order columns, then the id; null last, ascending and descending. */
const comparator =
  (direction: "asc" | "desc") =>
  (left: RowStore.Keyset, right: RowStore.Keyset): number => {
    const sign = direction === "asc" ? 1 : -1
    for (const [index, value] of left.order.entries()) {
      const other = right.order[index] ?? null
      if (value === null && other === null) continue
      if (value === null || other === null) return value === null ? 1 : -1
      const difference = compareScalars(value, other)
      if (difference !== 0) return sign * difference
    }
    return sign * CodePoint.compare(left.id, right.id)
  }

const scalar = (value: RowStore.Stored): RowStore.Scalar => (typeof value === "object" ? null : value)

const isIn = (value: RowStore.Scalar, { from, to }: NonNullable<RowStore.RowFilter["range"]>) => {
  if (from === undefined && to === undefined) return true
  if (value === null) return false
  return (from === undefined || compareScalars(value, from) >= 0) && (to === undefined || compareScalars(value, to) < 0)
}

const hasAny = (value: RowStore.Stored, wanted: string | { readonly any: ReadonlyArray<string> }) =>
  typeof value === "object" &&
  value !== null &&
  (typeof wanted === "string" ? [wanted] : wanted.any).some((item) => value.includes(item))

const passes = (row: Table.StoredRow, first: string, { has = {}, contains = {}, range }: RowStore.RowFilter) =>
  Object.entries(has).every(([column, wanted]) => hasAny(Table.valueOf(row, column), wanted)) &&
  Object.entries(contains).every(([column, text]) => String(Table.valueOf(row, column) ?? "").includes(text)) &&
  (range === undefined || isIn(scalar(Table.valueOf(row, first)), range))

const choices = (equal: RowStore.Equal | undefined, column: string): ReadonlyArray<RowStore.Scalar> => {
  if (equal === undefined) throw new Error(`no value for the equality column ${column}`)
  return typeof equal === "object" && equal !== null ? [...new Set(equal.in)] : [equal]
}

const indexOf = ({ indexes, name }: RowStore.Shape, index: string): RowStore.Index => {
  const declared = indexes[index]
  if (declared === undefined) throw new Error(`${name} has no index ${index}`)
  return declared
}

/** The groups of rows that have the values of the equality columns. */
const groups = (table: Table.Table, index: string, filter: RowStore.RowFilter): ReadonlyArray<Table.Group> => {
  let prefixes: ReadonlyArray<ReadonlyArray<RowStore.Scalar>> = [[]]
  for (const column of indexOf(table.shape, index).on) {
    const values = choices(filter.equals[column], column)
    prefixes = prefixes.flatMap((prefix) => values.map((value) => [...prefix, value]))
  }
  return prefixes.map((prefix) => Table.members(table, Table.groupOf(index, prefix)))
}

/** The rows that a filter over an index selects, in no order. */
export const select = (
  table: Table.Table,
  index: string,
  filter: RowStore.RowFilter
): ReadonlyArray<Table.StoredRow> => {
  const [first = "id"] = indexOf(table.shape, index).order ?? []
  const rows: Array<Table.StoredRow> = []
  for (const group of groups(table, index, filter)) {
    HashMap.forEach(group, (row) => {
      if (passes(row, first, filter)) rows.push(row)
    })
  }
  return rows
}

/** How many rows `select` has, without a look at each where the equality columns say it all. */
export const count = (table: Table.Table, index: string, filter: RowStore.RowFilter): number =>
  filter.has === undefined && filter.contains === undefined && filter.range === undefined
    ? groups(table, index, filter).reduce((sum, group) => sum + HashMap.size(group), 0)
    : select(table, index, filter).length

interface Placed {
  readonly row: Table.StoredRow
  readonly at: RowStore.Keyset
}

/** The first `limit` in order, without sorting all when few are wanted. */
const first = (placed: ReadonlyArray<Placed>, limit: number, compare: ReturnType<typeof comparator>) => {
  if (limit * 8 > placed.length) return placed.toSorted((left, right) => compare(left.at, right.at)).slice(0, limit)
  const best: Array<Placed> = []
  for (const candidate of placed) {
    const last = best.length < limit ? undefined : best[limit - 1]
    if (last !== undefined && compare(candidate.at, last.at) > 0) continue
    let [low, high] = [0, best.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = best[middle]
      if (other !== undefined && compare(other.at, candidate.at) < 0) low = middle + 1
      else high = middle
    }
    best.splice(low, 0, candidate)
    if (best.length > limit) best.pop()
  }
  return best
}

/** One page of a list. */
export const list = (table: Table.Table, index: string, query: RowStore.RowQuery): ReadonlyArray<Table.StoredRow> => {
  if (query.limit <= 0) return []
  const { order = [] } = indexOf(table.shape, index)
  const compare = comparator(query.direction ?? "asc")
  const { after } = query
  const placed = select(table, index, query).map((row) => ({
    row,
    at: { order: order.map((column) => scalar(Table.valueOf(row, column))), id: row.id }
  }))
  const rest = after === undefined ? placed : placed.filter(({ at }) => compare(at, after) > 0)
  return first(rest, query.limit, compare).map(({ row }) => row)
}
