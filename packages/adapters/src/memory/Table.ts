import { CanonicalJson, CodePoint, type RowStore } from "@quire/core"
import { Array as Arr, HashMap, Option } from "effect"
import * as OrderedRows from "./OrderedRows.ts"

/** A row that shares no data with its writer, and the columns by which it is found. */
export interface StoredRow {
  readonly id: string
  /** The frozen row that readers get; the same object until the next write. */
  readonly row: RowStore.Row
  readonly columns: { readonly [column: string]: RowStore.ColumnValue }
}

export type Group = OrderedRows.OrderedRows<StoredRow>

/** One collection: its rows, with an index of unique keys and one of groups. */
export interface Table {
  readonly shape: RowStore.Shape
  readonly rows: HashMap.HashMap<string, StoredRow>
  /** Id of the row that holds a unique key. */
  readonly keys: HashMap.HashMap<string, string>
  /** The rows with the same equality columns of an index, in its order, or with the same reference, by id. */
  readonly groups: HashMap.HashMap<string, Group>
}

export const empty = (shape: RowStore.Shape): Table => ({
  shape,
  rows: HashMap.empty(),
  keys: HashMap.empty(),
  groups: HashMap.empty()
})

const kindOf = (value: RowStore.ColumnValue | undefined) => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? "integer" : "fraction"
  return Array.isArray(value) ? "set" : typeof value
}

const kinds: { readonly [K in RowStore.ColumnKind]: string } = {
  text: "string",
  words: "string",
  integer: "integer",
  instant: "integer",
  boolean: "boolean",
  set: "set"
}

const isOptional = (kind: RowStore.ColumnKind) => kind !== "set" && kind !== "words"

const checkColumns = ({ columns, name }: RowStore.Shape, given: RowStore.RowWrite["columns"]) => {
  const stored: { [column: string]: RowStore.ColumnValue } = {}
  for (const [column, kind] of Object.entries(columns)) {
    const value = given[column]
    if (kindOf(value) !== kinds[kind] && (value !== null || !isOptional(kind))) {
      throw new Error(`${name}.${column} is not of kind ${kind}`)
    }
    stored[column] = typeof value === "object" && value !== null ? [...value] : (value ?? null)
  }
  return stored
}

const encodeDocument = (name: string, doc: unknown): string => {
  const text: string | undefined = JSON.stringify(doc)
  if (text === undefined) throw new Error(`a document of ${name} is no JSON`)
  return text
}

/** The row that results from a write over `before`, or a new row. */
export const writeRow = (shape: RowStore.Shape, next: RowStore.RowWrite, before?: StoredRow): StoredRow => ({
  id: next.id,
  row: CanonicalJson.deepFreeze({
    id: next.id,
    doc: JSON.parse(encodeDocument(shape.name, next.doc)),
    docVersion: next.docVersion,
    version: (before?.row.version ?? 0) + 1,
    counters: before?.row.counters ?? Object.fromEntries(shape.counters.map((counter) => [counter, 0]))
  }),
  columns: checkColumns(shape, next.columns)
})

/** A row of a backup, with the version and the counters that it had. */
export const copyRow = (
  shape: RowStore.Shape,
  row: RowStore.Row,
  columns: RowStore.RowWrite["columns"]
): StoredRow => ({
  id: row.id,
  row: CanonicalJson.deepFreeze({
    ...row,
    counters: Object.fromEntries(shape.counters.map((counter) => [counter, row.counters[counter] ?? 0]))
  }),
  columns: checkColumns(shape, columns)
})

/** Replaces the counters of a row. */
export const withCounters = (self: StoredRow, counters: RowStore.Row["counters"]): StoredRow => ({
  ...self,
  row: CanonicalJson.deepFreeze({ ...self.row, counters })
})

export const rowOf = ({ row }: StoredRow): RowStore.Row => row

export const valueOf = (row: StoredRow, column: string): RowStore.ColumnValue =>
  column === "id" ? row.id : (row.columns[column] ?? null)

const isWithin = (row: StoredRow, where: RowStore.Index["where"] = {}) =>
  Object.entries(where).every(([column, value]) => valueOf(row, column) === value)

export const keyOf = (unique: string, values: ReadonlyArray<RowStore.ColumnValue>): string =>
  JSON.stringify([unique, ...values])

const keysOf = ({ name, unique }: RowStore.Shape, row: StoredRow) =>
  Object.entries(unique).flatMap(([key, { on, where }]) => {
    if (!isWithin(row, where)) return []
    const values = on.map((column) => valueOf(row, column))
    if (values.includes(null)) throw new Error(`the key ${key} of ${name} holds null in ${row.id}`)
    return [{ unique: key, key: keyOf(key, values) }]
  })

export const groupKey = (index: string, values: ReadonlyArray<RowStore.ColumnValue>): string =>
  JSON.stringify(["index", index, ...values])

export const referenceGroup = (column: string, to: string, id: RowStore.ColumnValue): string =>
  JSON.stringify(["reference", column, to, id])

const scalar = (value: RowStore.ColumnValue): RowStore.Scalar => (typeof value === "object" ? null : value)

/** The position of a row in a list ordered by these columns. */
const keysetOf = (row: StoredRow, order: ReadonlyArray<string> = []): RowStore.Keyset => ({
  order: order.map((column) => scalar(valueOf(row, column))),
  id: row.id
})

/** The groups that contain a row, and its position in each. */
const groupsOf = ({ indexes, references }: RowStore.Shape, row: StoredRow): ReadonlyMap<string, RowStore.Keyset> => {
  const groups = new Map<string, RowStore.Keyset>()
  for (const [index, { on, order, where }] of Object.entries(indexes)) {
    if (!isWithin(row, where)) continue
    const values = on.map((column) => valueOf(row, column))
    groups.set(groupKey(index, values), keysetOf(row, order))
  }
  for (const { column, to } of references) {
    groups.set(referenceGroup(column, to, valueOf(row, column)), keysetOf(row))
  }
  return groups
}

export const get = (table: Table, id: string): StoredRow | undefined =>
  Option.getOrUndefined(HashMap.get(table.rows, id))

export const groupMembers = (table: Table, group: string): Group =>
  Option.getOrElse(HashMap.get(table.groups, group), () => OrderedRows.empty)

/** The existing rows among the ids, without duplicates, in id order. */
export const rowsOf = (table: Table, ids: ReadonlyArray<string>): ReadonlyArray<StoredRow> =>
  Arr.getSomes([...new Set(ids)].sort(CodePoint.compare).map((id) => HashMap.get(table.rows, id)))

/** The first unique key of a row that another row holds. */
export const findTakenKey = (table: Table, row: StoredRow): string | undefined =>
  keysOf(table.shape, row).find(({ key }) => Option.exists(HashMap.get(table.keys, key), (holder) => holder !== row.id))
    ?.unique

const isSame = (left: RowStore.Keyset, right: RowStore.Keyset | undefined) =>
  right !== undefined && left.order.every((value, index) => value === right.order[index])

const removeFromGroup = (groups: Table["groups"], group: string, at: RowStore.Keyset): Table["groups"] =>
  HashMap.modifyAt(
    groups,
    group,
    Option.flatMap((rows) => {
      const rest = OrderedRows.remove(rows, at)
      return OrderedRows.size(rest) === 0 ? Option.none() : Option.some(rest)
    })
  )

const addToGroup = (groups: Table["groups"], group: string, at: RowStore.Keyset, row: StoredRow): Table["groups"] =>
  HashMap.modifyAt(groups, group, (rows) =>
    Option.some(
      OrderedRows.insert<StoredRow>(
        Option.getOrElse(rows, () => OrderedRows.empty),
        { at, row }
      )
    )
  )

/** Replaces, adds or (without `after`) removes one row. */
export const put = (table: Table, before: StoredRow | undefined, after: StoredRow | undefined): Table => {
  const { shape } = table
  let { rows, keys, groups } = table
  const joined = after === undefined ? new Map<string, RowStore.Keyset>() : groupsOf(shape, after)
  if (before !== undefined) {
    for (const { key } of keysOf(shape, before)) keys = HashMap.remove(keys, key)
    for (const [group, at] of groupsOf(shape, before)) {
      if (!isSame(at, joined.get(group))) groups = removeFromGroup(groups, group, at)
    }
    if (after === undefined) rows = HashMap.remove(rows, before.id)
  }
  if (after !== undefined) {
    for (const { key } of keysOf(shape, after)) keys = HashMap.set(keys, key, after.id)
    for (const [group, at] of joined) groups = addToGroup(groups, group, at, after)
    rows = HashMap.set(rows, after.id, after)
  }
  return { shape, rows, keys, groups }
}
