import { digest } from "../../foundation/secret/Secrets.ts"
import type * as Block from "./Block.ts"
import * as DocumentText from "./DocumentText.ts"
import * as Table from "./Table.ts"

export type Cells = Block.Fragment<Block.TopLevel>

/** New ids by previous ids. */
export type Names = ReadonlyMap<string, string>

export const namesOf = (fragments: ReadonlyArray<Cells>) =>
  fragments.map(({ fragment, type }) => fragment ?? type ?? "")

export const cellsOf = (table: Block.TableBlock): ReadonlyMap<string, Cells> =>
  new Map(table.fragments.map((each) => [each.fragment ?? each.type ?? "", each]))

export const own = <A>(record: { readonly [name: string]: A }, name: string): A | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Reads the content of a cell. */
export const readerOf = (table: Block.TableBlock) => {
  const cells = cellsOf(table)
  return (row: Table.Row, column: string): string => {
    const value = own(row.values, column)
    const cell = typeof value === "string" ? cells.get(value) : undefined
    if (cell !== undefined) return cell.nodes.map((node) => DocumentText.ofBlock(node)).join("\n")
    return value === undefined ? "" : JSON.stringify(value)
  }
}

/** Pairs items with the same identity, in order, and removes them from both sets. */
export const pairBy = <A>(
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

/**
 * Pairs the remaining items in order, if both sides have the same number left and `isOne` accepts each pair as one
 * changed item.
 */
const pairRest = <A>(
  olds: ReadonlySet<A>,
  news: ReadonlySet<A>,
  isChange: (from: A, to: A) => boolean,
  pair: (from: A, to: A) => void
): void => {
  if (olds.size !== news.size) return
  const left = [...olds]
  for (const [at, item] of [...news].entries()) {
    const from = left[at]
    if (from !== undefined && isChange(from, item)) pair(from, item)
  }
}

const hasCommon = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  Array.from(left).some((text) => right.has(text))

const idLength = 8

/**
 * Gives unpaired items ids that depend on their content, so that additions of two users in the same place stay two
 * items (rule merge-parts).
 */
const complete = (
  names: Map<string, string>,
  contents: ReadonlyMap<string, string>,
  taken: Set<string>,
  prefix: "c" | "r"
) => {
  /** The number to continue with for repeated content; a table may consist of equal rows. */
  const attempts = new Map<string, number>()
  for (const [id, content] of contents) {
    if (names.has(id)) continue
    const idOf = (attempt: number) =>
      prefix + digest(`${content}\n${attempt}`).replace(/[-_]/g, "").slice(0, idLength).toLowerCase()
    let attempt = attempts.get(content) ?? 0
    let made = idOf(attempt)
    while (taken.has(made)) made = idOf(++attempt)
    names.set(id, made)
    taken.add(made)
    attempts.set(content, attempt + 1)
  }
  return names
}

/** The content of the cells of a column, top to bottom. */
const columnTexts = (table: Block.TableBlock) => {
  const read = readerOf(table)
  const rows = Table.rows(table.data)
  return ({ id }: Table.Definition): ReadonlyArray<string> => rows.map(([, row]) => read(row, id))
}

const textsIn = (texts: ReadonlyArray<string>) => new Set(texts.filter((text) => text !== ""))

/** The identity of a column: its type and title, and for one without a title also its cells. */
export const columnContent = (table: Block.TableBlock) => {
  const textsOf = columnTexts(table)
  return (column: Table.Definition): string =>
    JSON.stringify([column.type, column.title, ...(column.title === "" ? textsOf(column) : [])])
}

const nameColumns = (from: Block.TableBlock, to: Block.TableBlock): Names => {
  const names = new Map<string, string>()
  const [olds, news] = [new Set(Table.columns(from.data)), new Set(Table.columns(to.data))]
  const pair = (old: Table.Definition, item: Table.Definition) => void names.set(item.id, old.id)
  const keyOf = ({ title, type }: Table.Definition) => `${type} ${title}`
  pairBy(olds, news, { old: keyOf, new: keyOf }, pair)
  const [oldTexts, newTexts] = [columnTexts(from), columnTexts(to)]
  const isRenamed = (old: Table.Definition, item: Table.Definition) => {
    const [before, after] = [textsIn(oldTexts(old)), textsIn(newTexts(item))]
    return hasCommon(before, after) || (before.size === 0 && after.size === 0)
  }
  pairRest(olds, news, isRenamed, pair)
  const contentOf = columnContent(to)
  const contents = new Map(Table.columns(to.data).map((column) => [column.id, contentOf(column)]))
  return complete(names, contents, new Set(Object.keys(from.data.definition)), "c")
}

type Row = readonly [id: string, row: Table.Row]

const nameRows = (from: Block.TableBlock, to: Block.TableBlock, columns: Names): Names => {
  const names = new Map<string, string>()
  const [allOld, allNew] = [Table.rows(from.data), Table.rows(to.data)]
  const [olds, news] = [new Set(allOld), new Set(allNew)]
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
  const paired = new Set(names.values())
  const before = (rows: ReadonlyArray<Row>, nameOf: (id: string) => string | undefined) => {
    let last = ""
    return new Map(
      rows.map((row) => {
        const place = [row, last] as const
        last = nameOf(row[0]) ?? last
        return place
      })
    )
  }
  const oldPlaces = before(allOld, (id) => (paired.has(id) ? id : undefined))
  const newPlaces = before(allNew, (id) => names.get(id))
  const isEdited = (old: Row, item: Row) =>
    oldPlaces.get(old) === newPlaces.get(item) ||
    all.some(([id, name]) => {
      const text = readNew(item[1], id)
      return text !== "" && text === readOld(old[1], name)
    })
  pairRest(olds, news, isEdited, pair)
  const contents = new Map(allNew.map(([id, row]) => [id, all.map(([column]) => readNew(row, column)).join("\u0000")]))
  return complete(names, contents, new Set(Object.keys(from.data.records)), "r")
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
    ...(view.coverDefinition === undefined ? {} : { coverDefinition: nameOf(view.coverDefinition) }),
    ...(view.coverDarkDefinition === undefined ? {} : { coverDarkDefinition: nameOf(view.coverDarkDefinition) })
  }
}

/** The name of a cell's fragment and its other fields, given the new ids of its row and its column. */
type FragmentOf = (row: string, column: string, cell: Cells) => Omit<Cells, "nodes">

/** Gives the rows and columns of a table new ids; `placeOf` is the order index of a row, if it already has one. */
export const rename = (
  to: Block.TableBlock,
  columns: Names,
  rows: Names,
  placeOf: (row: string) => string | undefined,
  fragmentOf: FragmentOf
): Block.TableBlock => {
  const cells = cellsOf(to)
  const fragments = new Map<Cells, Cells>()
  const ordered = Table.rows(to.data)
  const places = Table.fillPlaces(ordered.map(([id]) => placeOf(rows.get(id) ?? id)))
  const records = ordered.map(([id, row], at): Row => {
    const name = rows.get(id) ?? id
    const values = Object.entries(row.values).map(([column, value]): readonly [string, Table.Value] => {
      const title = columns.get(column) ?? column
      const cell = typeof value === "string" ? cells.get(value) : undefined
      if (cell === undefined) return [title, value]
      const named = { ...fragmentOf(name, title, cell), nodes: cell.nodes }
      fragments.set(cell, named)
      return [title, named.fragment ?? named.type ?? ""]
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
  const all = to.fragments.map((cell) => fragments.get(cell) ?? cell)
  return new Set(namesOf(all)).size === all.length ? { ...to, data, fragments: all } : to
}

/** The cells of a table that remain, each with its previous content. */
export const pairCells = (
  from: Block.TableBlock,
  to: Block.TableBlock
): ReadonlyArray<readonly [old: Cells["nodes"], next: Cells["nodes"]]> => {
  const columns = nameColumns(from, to)
  const rows = nameRows(from, to, columns)
  const [olds, news] = [cellsOf(from), cellsOf(to)]
  const cellIn = (cells: typeof olds, row: Table.Row | undefined, column: string) => {
    const value = row === undefined ? undefined : own(row.values, column)
    return typeof value === "string" ? cells.get(value)?.nodes : undefined
  }
  return Table.rows(to.data).flatMap(([id, row]) => {
    const former = own(from.data.records, rows.get(id) ?? id)
    return Object.keys(row.values).flatMap((column) => {
      const [old, next] = [cellIn(olds, former, columns.get(column) ?? column), cellIn(news, row, column)]
      return old === undefined || next === undefined ? [] : [[old, next] as const]
    })
  })
}

/**
 * Returns the table with the ids and positions that its columns and rows had in an earlier one: rows are matched by
 * their content, then by their first cell (rule table-rows). The content of the table does not change.
 */
export const adopt = (from: Block.TableBlock, to: Block.TableBlock): Block.TableBlock => {
  const columns = nameColumns(from, to)
  const known = cellsOf(from)
  return rename(
    to,
    columns,
    nameRows(from, to, columns),
    (row) => own(from.data.records, row)?.orderIndex,
    (row, column, cell) => {
      const before = own(own(from.data.records, row)?.values ?? {}, column)
      return (
        (typeof before === "string" ? known.get(before) : undefined) ?? {
          ...cell,
          fragment: Table.fragmentName(row, column)
        }
      )
    }
  )
}
