import { Option, Schema } from "effect"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type * as Block from "../document/Block.ts"
import * as Table from "../document/Table.ts"
import * as TableKeys from "../document/TableKeys.ts"
import * as DataMerge from "./DataMerge.ts"
import * as SiblingOrder from "./SiblingOrder.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** A table on each side, and the changes of the sides to the blocks in its cells. */
export interface TableSides {
  readonly tables: Sides<Block.TableBlock> & { readonly primary: Block.TableBlock; readonly changed: Block.TableBlock }
  /**
   * Whether one side removed or replaced the content of a fragment of the base, and the other changed something in it.
   */
  readonly isTorn: (fragment: string) => boolean
  /** Whether a fragment has the same content on both sides. */
  readonly isAlike: (fragment: string) => boolean
}

export interface MergedTable {
  readonly data: Table.Data
  /** The fragments that cells of any side refer to; true for those that remain. */
  readonly fragments: ReadonlyMap<string, boolean>
  /** The side that provides all blocks of a fragment. */
  readonly filled: ReadonlyMap<string, Side>
  /** Whether the sides disagree on something, which the preferred side has decided. */
  readonly isDisputed: boolean
}

/** A row or a column that remains; with a side, its cells are taken from that side only. */
interface Survivor {
  readonly side?: Side
}

interface Merging extends TableSides {
  /** Resolves a disagreement. */
  readonly prefer: () => Side
}

type Columns = ReadonlyMap<string, Survivor>

const isView = Schema.is(Table.View)
const isDefinition = Schema.is(Table.Definition)

const columnOf = (table: Block.TableBlock, id: string) => TableKeys.own(table.data.definition, id)
const rowOf = (table: Block.TableBlock, id: string) => TableKeys.own(table.data.records, id)
const cellOf = (table: Block.TableBlock | undefined, row: string, column: string): Table.Value | undefined =>
  TableKeys.own((table && rowOf(table, row))?.values ?? {}, column)

const choose = <A>({ prefer }: Merging, sides: Sides<A>): Side => MergeSides.resolvedSide(sides) ?? prefer()

type IsEdited = (merging: Merging, side: Side, row: string, column: string) => boolean

/** Whether a side wrote or cleared a cell of a row that it has. */
const isEdited: IsEdited = ({ isTorn, tables }, side, row, column) => {
  const [before, value] = [cellOf(tables.base, row, column), cellOf(tables[side], row, column)]
  return !CanonicalJson.equals(before, value) || (typeof value === "string" && isTorn(value))
}

/** Whether a side wrote a cell; a cell that it cleared may be removed. */
const isWritten: IsEdited = (merging, side, row, column) =>
  cellOf(merging.tables[side], row, column) !== undefined && isEdited(merging, side, row, column)

/** The properties of a column except its cells, on one side. */
const lookOf = (table: Block.TableBlock | undefined, id: string) => {
  if (table === undefined) return undefined
  const { view } = table.data
  const width = view.type === "grid" ? TableKeys.own(view.columnWidths ?? {}, id) : undefined
  const roles =
    view.type === "cards"
      ? [view.targetDefinition, view.coverDefinition, view.coverDarkDefinition].map((role) => role === id)
      : []
  return { column: columnOf(table, id), width: width ?? null, roles }
}

const isColumnTouched = (merging: Merging, side: Side, id: string, isCellTouched: IsEdited): boolean => {
  const { [side]: own, base } = merging.tables
  return (
    !CanonicalJson.equals(lookOf(base, id), lookOf(own, id)) ||
    (own.data.view.columns.includes(id) && base?.data.view.columns.includes(id) !== true) ||
    Object.keys(own.data.records).some((row) => isCellTouched(merging, side, row, id))
  )
}

/** Whether something that one side has and the other removed remains; undefined if it is removed. */
const survive = (merging: Merging, isOfBase: boolean, holder: Side, isTouched: () => boolean): Survivor | undefined => {
  if (!isOfBase) return { side: holder }
  return isTouched() && merging.prefer() === holder ? { side: holder } : undefined
}

const columnFate = (merging: Merging, id: string): Survivor | undefined => {
  const columns = MergeSides.map(merging.tables, (table) => columnOf(table, id))
  const holder = MergeSides.sideThatHas(columns)
  if (holder !== undefined) {
    return survive(merging, columns.base !== undefined, holder, () => isColumnTouched(merging, holder, id, isWritten))
  }
  const types = MergeSides.map(columns, ({ type }) => type)
  if (types.primary === types.changed) return {}
  const mover = MergeSides.resolvedSide(types)
  return mover !== undefined && !isColumnTouched(merging, MergeSides.other(mover), id, isEdited)
    ? { side: mover }
    : { side: merging.prefer() }
}

const rowFate = (merging: Merging, id: string): Survivor | undefined => {
  const { tables } = merging
  const rows = MergeSides.map(tables, (table) => rowOf(table, id))
  const holder = MergeSides.sideThatHas(rows)
  if (holder === undefined) return {}
  const isTouched = () =>
    Object.keys(rows[holder]?.values ?? {}).some((column) => isWritten(merging, holder, id, column))
  return survive(merging, rows.base !== undefined, holder, isTouched)
}

/** The rows or the columns that remain, in the order of both sides. */
const surviving = (
  merging: Merging,
  idsOf: (table: Block.TableBlock) => ReadonlyArray<string>,
  fateOf: (id: string) => Survivor | undefined
): ReadonlyMap<string, Survivor> => {
  const { changed, primary } = merging.tables
  const fates = Array.from(new Set([...idsOf(primary), ...idsOf(changed)]), (id) => [id, fateOf(id)] as const)
  return new Map(fates.flatMap(([id, fate]) => (fate === undefined ? [] : [[id, fate] as const])))
}

const order = (
  merging: Merging,
  idsOf: (table: Block.TableBlock) => ReadonlyArray<string>,
  stays: (id: string) => boolean
): ReadonlyArray<string> => {
  const marked = (table: Block.TableBlock | undefined) =>
    table === undefined ? [] : Array.from(new Set(idsOf(table).filter(stays)), (id) => `=${id}`)
  const { base, changed, primary } = merging.tables
  const lists = { base: marked(base), primary: marked(primary), changed: marked(changed) }
  const merged = Option.getOrElse(SiblingOrder.merge(lists), () => SiblingOrder.preferring(lists, merging.prefer()))
  return merged.map((id) => id.slice(1))
}

const mergeDefinition = (merging: Merging, id: string, { side }: Survivor): Table.Definition | undefined => {
  const sides = MergeSides.map(merging.tables, (table) => columnOf(table, id))
  if (side !== undefined) return sides[side]
  const merged = Option.filter(DataMerge.merge(sides, 1), isDefinition)
  return Option.getOrElse(merged, () => sides[merging.prefer()])
}

/** The columns that are visible, in order: a side hides one for both. */
const mergeVisible = (merging: Merging, columns: Columns): ReadonlyArray<string> => {
  const visible = MergeSides.map(merging.tables, ({ data }) => new Set(data.view.columns))
  const isVisible = (id: string): boolean => {
    const fate = columns.get(id)
    if (fate === undefined) return false
    if (fate.side !== undefined) return visible[fate.side]?.has(id) === true
    const has = MergeSides.map(visible, (ids) => ids.has(id))
    return has[MergeSides.resolvedSide(has) ?? "primary"] === true
  }
  return order(merging, ({ data }) => data.view.columns, isVisible)
}

/** The properties of a view except its columns. */
const viewWithoutColumns = ({ data }: Block.TableBlock) => {
  const { columns: _, ...view } = data.view
  return view
}

const mergeView = (merging: Merging, columns: Columns): Table.View => {
  const sides = MergeSides.map(merging.tables, viewWithoutColumns)
  const merged = Option.getOrElse(DataMerge.merge(sides, 2), () => sides[merging.prefer()])
  const visible = mergeVisible(merging, columns)
  const view: unknown = typeof merged === "object" && merged !== null ? { ...merged, columns: visible } : undefined
  if (!isView(view)) return { ...merging.tables.primary.data.view, columns: visible }
  if (view.type === "cards" || view.columnWidths === undefined) return view
  const widths = Object.entries(view.columnWidths).filter(([id]) => columns.has(id))
  return { ...view, columnWidths: Object.fromEntries(widths) }
}

/** Merges one cell that both sides have. */
const mergeCell = (merging: Merging, filled: Map<string, Side>, row: string, column: string) => {
  const values = MergeSides.map(merging.tables, (table) => cellOf(table, row, column))
  const { base, changed, primary } = values
  const taken = MergeSides.resolvedSide(values)
  const fragment = [primary, changed].find((value) => typeof value === "string")
  if (typeof primary === "string" && primary === changed) {
    const isOfBoth = primary === base ? !merging.isTorn(primary) : merging.isAlike(primary)
    if (!isOfBoth && !merging.isAlike(primary)) filled.set(primary, merging.prefer())
    return primary
  }
  if (taken !== undefined) {
    const isCut = values[taken] !== base && typeof base === "string" && merging.isTorn(base)
    return values[isCut ? merging.prefer() : taken]
  }
  const side = merging.prefer()
  if (typeof fragment === "string" && values[side] === fragment) filled.set(fragment, side)
  return values[side]
}

type Values = ReadonlyArray<readonly [column: string, value: Table.Value]>

const mergeRow = (
  merging: Merging,
  filled: Map<string, Side>,
  columns: Columns,
  [row, fate]: readonly [string, Survivor]
): Values => {
  const { changed, primary } = merging.tables
  const ids = new Set([primary, changed].flatMap((table) => Object.keys(rowOf(table, row)?.values ?? {})))
  return Array.from(ids).flatMap((column): Values => {
    const of = columns.get(column)
    if (of === undefined) return []
    const sides = new Set([fate.side, of.side].flatMap((side) => side ?? []))
    if (sides.size > 1) return []
    const [side] = sides
    const value =
      side === undefined ? mergeCell(merging, filled, row, column) : cellOf(merging.tables[side], row, column)
    return value === undefined ? [] : [[column, value]]
  })
}

const mergeRows = (merging: Merging, columns: Columns) => {
  const rows = surviving(
    merging,
    ({ data }) => Object.keys(data.records),
    (id) => rowFate(merging, id)
  )
  const filled = new Map<string, Side>()
  const values = new Map(Array.from(rows, (row) => [row[0], mergeRow(merging, filled, columns, row)] as const))
  const ordered = order(
    merging,
    ({ data }) => Table.rows(data).map(([id]) => id),
    (id) => rows.has(id)
  )
  const places = Table.fillPlaces(
    ordered.map((id) => {
      const sides = MergeSides.map(merging.tables, (table) => rowOf(table, id)?.orderIndex)
      return sides[rows.get(id)?.side ?? MergeSides.resolvedSide(sides) ?? "primary"]
    })
  )
  const records = ordered.map((id, at): readonly [string, Table.Row] => [
    id,
    { orderIndex: places[at] ?? "", values: Object.fromEntries(values.get(id) ?? []) }
  ])
  return { records: Object.fromEntries(records), filled }
}

/** The fragments that cells refer to; those of `data`, true. */
const namedFragments = ({ changed, primary }: TableSides["tables"], data: Table.Data): ReadonlyMap<string, boolean> => {
  const namesIn = ({ records }: Table.Data) =>
    Object.values(records).flatMap(({ values }) =>
      Object.values(values).flatMap((value) => (typeof value === "string" ? [value] : []))
    )
  const named = new Map<string, boolean>()
  for (const of of [primary.data, changed.data]) for (const name of namesIn(of)) named.set(name, false)
  for (const name of namesIn(data)) named.set(name, true)
  return named
}

/**
 * Merges the rows, columns and cells of a table by their ids (rule merge-parts). A part that one side removed is
 * removed unless the other wrote something in it. Where the sides disagree, the preferred side is used; the rest is
 * from both.
 */
export const merge = (sides: TableSides, preferred: Side): MergedTable => {
  let isDisputed = false
  const prefer = () => {
    isDisputed = true
    return preferred
  }
  const merging: Merging = { ...sides, prefer }
  const { changed, primary } = sides.tables
  const columns = surviving(
    merging,
    ({ data }) => Object.keys(data.definition),
    (id) => columnFate(merging, id)
  )
  const definition = Array.from(columns).flatMap(([id, fate]) => {
    const merged = mergeDefinition(merging, id, fate)
    return merged === undefined ? [] : [[id, merged] as const]
  })
  const { filled, records } = mergeRows(merging, columns)
  const widths = MergeSides.map(sides.tables, ({ data }) => data.fullWidth)
  const { [choose(merging, widths)]: fullWidth } = widths
  const data: Table.Data = {
    view: mergeView(merging, columns),
    records,
    definition: Object.fromEntries(definition),
    ...(fullWidth === undefined ? {} : { fullWidth })
  }
  return { data, fragments: namedFragments({ base: undefined, primary, changed }, data), filled, isDisputed }
}
