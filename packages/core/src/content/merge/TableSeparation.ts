import type { Block, TableBlock } from "../document/Block.ts"
import type { Document } from "../document/Document.ts"
import * as DocumentKeys from "../document/DocumentKeys.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import * as Table from "../document/Table.ts"
import * as TableKeys from "../document/TableKeys.ts"
import type { Sides } from "./Sides.ts"

type Named<A> = readonly [id: string, item: A]

/** Creates ids by position that none of some records has. */
const freeIds = (taken: ReadonlyArray<object>, idOf: (at: number) => string) => {
  const ids = new Set(taken.flatMap((record) => Object.keys(record)))
  let at = 0
  return () => {
    while (ids.has(idOf(at))) at++
    ids.add(idOf(at))
    return idOf(at)
  }
}

/**
 * Ids for additions of the changed side: that of the same addition of primary, if any, otherwise one that primary does
 * not have.
 */
const nameAdditions = <A>(
  primary: ReadonlyArray<Named<A>>,
  changed: ReadonlyArray<Named<A>>,
  contents: { readonly primary: (item: A) => string; readonly changed: (item: A) => string },
  freeId: () => string
): TableKeys.Names => {
  const names = new Map<string, string>()
  const [theirs, rest] = [new Set(primary), new Set(changed)]
  const keys = {
    old: ([, item]: Named<A>) => contents.primary(item),
    new: ([, item]: Named<A>) => contents.changed(item)
  }
  TableKeys.pairBy(theirs, rest, keys, ([to], [from]) => void names.set(from, to))
  const taken = new Set(primary.map(([id]) => id))
  for (const [id] of rest) if (taken.has(id)) names.set(id, freeId())
  return new Map(Array.from(names).filter(([from, to]) => from !== to))
}

/** The content of the cells of a row, by column. */
const rowContent = (table: TableBlock, columns: TableKeys.Names) => {
  const read = TableKeys.readerOf(table)
  return (row: Table.Row): string =>
    JSON.stringify(
      Object.keys(row.values)
        .map((column) => `${columns.get(column) ?? column} ${read(row, column)}`)
        .sort()
    )
}

/** Replaces the keys of blocks, and of the blocks in them, where the key is already taken. */
const rekeyTaken = (isTaken: (key: string) => boolean): DocumentTree.MapBlock => {
  const rekeyed: DocumentTree.MapBlock = (block) => {
    const inner = DocumentTree.mapChildren(block, rekeyed)
    return block.key === undefined || !isTaken(block.key)
      ? inner
      : { ...inner, key: DocumentKeys.derive("separated", block.key, block.type) }
  }
  return rekeyed
}

/** Whether a block of primary has a key that the base lacks. */
type IsTaken = (key: string) => boolean

const separateTable = (
  { base, changed, primary }: Sides<TableBlock> & { readonly primary: TableBlock; readonly changed: TableBlock },
  isTaken: IsTaken
): TableBlock => {
  const all = [base, primary, changed].flatMap((table) => (table === undefined ? [] : [table.data]))
  const isNewColumn = ({ id }: Table.Definition) => base === undefined || !Object.hasOwn(base.data.definition, id)
  const newColumns = ({ data }: TableBlock) =>
    Table.columns(data).flatMap((column) => (isNewColumn(column) ? [[column.id, column] as const] : []))
  const newRows = ({ data }: TableBlock) =>
    Table.rows(data).filter(([id]) => base === undefined || !Object.hasOwn(base.data.records, id))
  const columns = nameAdditions(
    newColumns(primary),
    newColumns(changed),
    { primary: TableKeys.columnContent(primary), changed: TableKeys.columnContent(changed) },
    freeIds(
      all.map(({ definition }) => definition),
      Table.columnId
    )
  )
  const rows = nameAdditions(
    newRows(primary),
    newRows(changed),
    { primary: rowContent(primary, new Map()), changed: rowContent(changed, columns) },
    freeIds(
      all.map(({ records }) => records),
      Table.rowId
    )
  )
  if (columns.size === 0 && rows.size === 0) return changed
  const formerly = (names: TableKeys.Names) => new Map(Array.from(names, ([from, to]) => [to, from]))
  const [formerRows, formerColumns] = [formerly(rows), formerly(columns)]
  const theirs = TableKeys.cellsOf(primary)
  const known = new Set(TableKeys.namesOf(changed.fragments))
  const rekeyed = rekeyTaken(isTaken)
  const { fragments, ...table } = TableKeys.rename(
    changed,
    columns,
    rows,
    (row) => TableKeys.own(changed.data.records, formerRows.get(row) ?? row)?.orderIndex,
    (row, column, cell) => {
      if (!formerRows.has(row) && !formerColumns.has(column)) return cell
      const twin = TableKeys.own(TableKeys.own(primary.data.records, row)?.values ?? {}, column)
      const fragment = { ...cell, fragment: Table.fragmentName(row, column) }
      return (typeof twin === "string" ? theirs.get(twin) : undefined) ?? fragment
    }
  )
  const isFresh = ({ fragment, type }: TableKeys.Cells) => {
    const name = fragment ?? type ?? ""
    return !known.has(name) && !theirs.has(name)
  }
  const separated = fragments.map((cell) =>
    isFresh(cell) ? { ...cell, nodes: cell.nodes.map((node, at) => rekeyed(node, at)) } : cell
  )
  return { ...table, fragments: separated }
}

const tablesOf = (document: Document | undefined): ReadonlyMap<string, TableBlock> =>
  new Map(
    Array.from(document === undefined ? [] : DocumentTree.walk(document), ([block]) => block).flatMap((block) =>
      block.type === "table" && block.key !== undefined ? [[block.key, block] as const] : []
    )
  )

/**
 * The changed document of a merge. Rows and columns that both sides added to one table get the same id if, and only if,
 * they are alike: sequential ids would otherwise be the same on both sides (rule merge-parts). A row is identified by
 * all of its cells, a column by its type and title.
 */
export const separate = (base: Document | undefined, primary: Document, changed: Document): Document => {
  const theirs = tablesOf(primary)
  if (theirs.size === 0) return changed
  const olds = tablesOf(base)
  let keys: { readonly base: ReadonlySet<unknown>; readonly primary: ReadonlySet<unknown> } | undefined
  const keysOf = (document: Document | undefined) =>
    new Set(Array.from(document === undefined ? [] : DocumentTree.walk(document), ([{ key }]) => key))
  const isTaken = (key: string) => {
    keys ??= { base: keysOf(base), primary: keysOf(primary) }
    return keys.primary.has(key) && !keys.base.has(key)
  }
  const separated: DocumentTree.MapBlock = (block) =>
    separateBlock(DocumentTree.mapChildren(block, separated), olds, theirs, isTaken)
  return { ...changed, nodes: DocumentTree.mapped(changed.nodes, (node) => separated(node, 0)) }
}

function separateBlock<B extends Block>(
  block: B,
  olds: ReadonlyMap<string, TableBlock>,
  theirs: ReadonlyMap<string, TableBlock>,
  isTaken: IsTaken
): B
function separateBlock(
  block: Block,
  olds: ReadonlyMap<string, TableBlock>,
  theirs: ReadonlyMap<string, TableBlock>,
  isTaken: IsTaken
): Block {
  if (block.type !== "table") return block
  const primary = theirs.get(block.key ?? "")
  const base = olds.get(block.key ?? "")
  return primary === undefined ? block : separateTable({ base, primary, changed: block }, isTaken)
}
