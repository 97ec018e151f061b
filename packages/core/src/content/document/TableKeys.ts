import type { Fragment, TableBlock, TopLevel } from "./Block.ts"
import * as DocumentText from "./DocumentText.ts"
import * as Table from "./Table.ts"

type Cells = Fragment<TopLevel>

/** New ids by the ids that something has. */
type Names = ReadonlyMap<string, string>

const namesOf = (fragments: ReadonlyArray<Cells>) => fragments.map(({ fragment, type }) => fragment ?? type ?? "")

const cellsOf = (table: TableBlock): ReadonlyMap<string, Cells> =>
  new Map(table.fragments.map((each) => [each.fragment ?? each.type ?? "", each]))

const own = <A>(record: { readonly [name: string]: A }, name: string): A | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Reads what a cell says. */
const readerOf = (table: TableBlock) => {
  const cells = cellsOf(table)
  return (row: Table.Row, column: string): string => {
    const value = own(row.values, column)
    const cell = typeof value === "string" ? cells.get(value) : undefined
    if (cell !== undefined) return cell.nodes.map((node) => DocumentText.ofBlock(node)).join("\n")
    return value === undefined ? "" : JSON.stringify(value)
  }
}

/** Pairs items that are known by the same, in order; takes them out of both sets. */
const pairBy = <A>(
  olds: Set<A>,
  news: Set<A>,
  keys: { readonly old: (item: A) => string; readonly new: (item: A) => string },
  pair: (from: A, to: A) => void
): void => {
  const waiting = new Map<string, Array<A>>()
  for (const old of Array.from(olds).reverse()) {
    const alike = waiting.get(keys.old(old))
    if (alike === undefined) waiting.set(keys.old(old), [old])
    else alike.push(old)
  }
  for (const item of news) {
    const key = keys.new(item)
    const from = key === "" ? undefined : waiting.get(key)?.pop()
    if (from === undefined) continue
    olds.delete(from)
    news.delete(item)
    pair(from, item)
  }
}

/** Pairs what is left in order, where each side has as much left. */
const pairRest = <A>(olds: ReadonlySet<A>, news: ReadonlySet<A>, pair: (from: A, to: A) => void): void => {
  if (olds.size !== news.size) return
  const left = [...olds]
  for (const [at, item] of [...news].entries()) {
    const from = left[at]
    if (from !== undefined) pair(from, item)
  }
}

/** Gives what was not paired the first ids that nothing has. */
const complete = (
  names: Map<string, string>,
  ids: ReadonlyArray<string>,
  taken: Set<string>,
  idOf: (at: number) => string
) => {
  let next = 0
  for (const id of ids) {
    if (names.has(id)) continue
    while (taken.has(idOf(next))) next++
    names.set(id, idOf(next))
    taken.add(idOf(next))
  }
  return names
}

const nameColumns = (from: TableBlock, to: TableBlock): Names => {
  const names = new Map<string, string>()
  const [olds, news] = [new Set(Table.columns(from.data)), new Set(Table.columns(to.data))]
  const pair = (old: Table.Definition, item: Table.Definition) => void names.set(item.id, old.id)
  const keyOf = ({ title, type }: Table.Definition) => `${type} ${title}`
  pairBy(olds, news, { old: keyOf, new: keyOf }, pair)
  pairRest(olds, news, pair)
  return complete(names, Object.keys(to.data.definition), new Set(Object.keys(from.data.definition)), Table.columnId)
}

type Row = readonly [id: string, row: Table.Row]

const nameRows = (from: TableBlock, to: TableBlock, columns: Names): Names => {
  const names = new Map<string, string>()
  const [olds, news] = [new Set(Table.rows(from.data)), new Set(Table.rows(to.data))]
  const ids = Array.from(news, ([id]) => id)
  const [readOld, readNew] = [readerOf(from), readerOf(to)]
  const pair = ([old]: Row, [id]: Row) => void names.set(id, old)
  const all = [...columns]
  const first = Table.columns(to.data).slice(0, 1)
  const keyOf =
    (read: typeof readOld, side: 0 | 1, some: ReadonlyArray<readonly [string, string]>) =>
    ([, row]: Row) =>
      some.map((column) => read(row, column[side])).join("\u0000")
  const by = (some: ReadonlyArray<readonly [string, string]>) => ({
    old: keyOf(readOld, 1, some),
    new: keyOf(readNew, 0, some)
  })
  pairBy(olds, news, by(all), pair)
  pairBy(olds, news, by(first.map(({ id }) => [id, columns.get(id) ?? id] as const)), pair)
  pairRest(olds, news, pair)
  return complete(names, ids, new Set(Object.keys(from.data.records)), Table.rowId)
}

const renamed = <A>(record: { readonly [name: string]: A }, names: Names) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [names.get(name) ?? name, value]))

const renameView = (view: Table.View, names: Names): Table.View => {
  const columns = view.columns.map((id) => names.get(id) ?? id)
  if (view.type === "grid") {
    const { columnWidths } = view
    return { ...view, columns, ...(columnWidths === undefined ? {} : { columnWidths: renamed(columnWidths, names) }) }
  }
  const nameOf = (id: string) => names.get(id) ?? id
  return {
    ...view,
    columns,
    ...(view.targetDefinition === undefined ? {} : { targetDefinition: nameOf(view.targetDefinition) }),
    ...(view.coverDefinition === undefined ? {} : { coverDefinition: nameOf(view.coverDefinition) })
  }
}

/**
 * The table with the ids and places that its columns and rows had in a former one: rows are known by what they say,
 * then by their first cell (rule table-rows). It says the same as before.
 */
export const adopt = (from: TableBlock, to: TableBlock): TableBlock => {
  const columns = nameColumns(from, to)
  const rows = nameRows(from, to, columns)
  const known = cellsOf(from)
  const cells = cellsOf(to)
  const fragments: Array<Cells> = []
  const ordered = Table.rows(to.data)
  const places = Table.fillPlaces(ordered.map(([id]) => own(from.data.records, rows.get(id) ?? id)?.orderIndex))
  const records = ordered.map(([id, row], at): Row => {
    const name = rows.get(id) ?? id
    const values = Object.entries(row.values).map(([column, value]): readonly [string, Table.Value] => {
      const title = columns.get(column) ?? column
      const cell = typeof value === "string" ? cells.get(value) : undefined
      if (cell === undefined) return [title, value]
      const before = own(own(from.data.records, name)?.values ?? {}, title)
      const former = typeof before === "string" ? known.get(before) : undefined
      const fragment = Table.fragmentName(name, title)
      fragments.push(former === undefined ? { ...cell, fragment } : { ...former, nodes: cell.nodes })
      return [title, former === undefined || typeof before !== "string" ? fragment : before]
    })
    return [name, { orderIndex: places[at] ?? row.orderIndex, values: Object.fromEntries(values) }]
  })
  const definition = Object.entries(to.data.definition).map(([id, column]) => {
    const name = columns.get(id) ?? id
    return [name, { ...column, id: name }] as const
  })
  const data: Table.Data = {
    ...to.data,
    view: renameView(to.data.view, columns),
    records: Object.fromEntries(records),
    definition: Object.fromEntries(definition)
  }
  const isWhole = fragments.length === to.fragments.length && new Set(namesOf(fragments)).size === fragments.length
  return isWhole ? { ...to, data, fragments } : to
}
