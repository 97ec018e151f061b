import { type Block, CanonicalJson, type Document, DocumentTree } from "@quire/core"
import { BlockIndex, TableSeparation } from "@quire/core/internal"
import type { DocumentEdits } from "@quire/testing"

type Tables = ReadonlyMap<string, Block.TableBlock>

const tablesIn = (document: Document.Document): Tables =>
  new Map(
    Array.from(DocumentTree.walk(document), ([block]) => block).flatMap((block) =>
      block.type === "table" ? [[block.key ?? "", block] as const] : []
    )
  )

interface Cell {
  readonly value: unknown
  /** The blocks at its top level; none unless its value names a fragment. */
  readonly keys: ReadonlyArray<string>
  /** These and the blocks in them. */
  readonly all: ReadonlyArray<string>
}

const keysIn = (nodes: ReadonlyArray<Block.Block>): ReadonlyArray<string> =>
  nodes.flatMap((node) => [node.key ?? "", ...BlockIndex.partsOf(node).flatMap((part) => keysIn(part.nodes))])

const cellsOf = (table: Block.TableBlock | undefined): ReadonlyMap<string, Cell> => {
  if (table === undefined) return new Map()
  const lists = new Map(BlockIndex.partsOf(table).map(({ nodes, slot }) => [slot, nodes]))
  const nodesOf = (value: unknown) => (typeof value === "string" ? (lists.get(value) ?? []) : [])
  return new Map(
    Object.entries(table.data.records).flatMap(([row, { values }]) =>
      Object.entries(values).map(
        ([column, value]) =>
          [
            `${row} ${column}`,
            { value, keys: nodesOf(value).map(({ key }) => key ?? ""), all: keysIn(nodesOf(value)) }
          ] as const
      )
    )
  )
}

const isWithin = (keys: ReadonlyArray<string>, others: ReadonlyArray<string> = []) =>
  keys.every((key) => others.includes(key))

const has = (record: object, id: string) => Object.hasOwn(record, id)

/** Whether a table has only cells of rows and columns that it has, and fragments that its cells name. */
const isWhole = ({ data, fragments }: Block.TableBlock): boolean => {
  const values = Object.values(data.records).flatMap((row) => Object.entries(row.values))
  const named = new Set<unknown>(values.map(([, value]) => value))
  return (
    values.every(([column]) => has(data.definition, column)) &&
    data.view.columns.every((column) => has(data.definition, column)) &&
    fragments.every(({ fragment }) => named.has(fragment))
  )
}

const addedIds = (base: object | undefined, side: object) =>
  Object.keys(side).filter((id) => base === undefined || !has(base, id))

/**
 * What is wrong with the tables of a result that nothing disputes any more; `isWholeChosen` where a side was chosen for
 * whole blocks, with all that the other side added in them.
 */
export const faultsOfTables = (
  forked: DocumentEdits.ForkedDocument,
  document: Document.Document,
  isWholeChosen: boolean
): ReadonlyArray<string> => {
  const { base, primary } = forked
  const changed = TableSeparation.separate(base, primary, forked.changed)
  const [olds, ours, theirs] = [tablesIn(base), tablesIn(primary), tablesIn(changed)]
  return Array.from(tablesIn(document)).flatMap(([key, table]) => {
    const [old, own, other] = [olds.get(key), ours.get(key), theirs.get(key)]
    if (own === undefined || other === undefined) return []
    const [before, left, right] = [old, own, other].map(cellsOf)
    const mixed = Array.from(cellsOf(table)).flatMap(([name, { all, keys, value }]) => {
      const sides = [left?.get(name), right?.get(name)]
      const isOfSide = sides.some((side) => side !== undefined && CanonicalJson.equals(side.value, value))
      const isAmended = all.some((key) => before?.get(name)?.all.includes(key))
      const isOne = isAmended || sides.some((side) => isWithin(keys, side?.keys))
      return isOfSide && isOne ? [] : [`cell ${name} is of neither side`]
    })
    const lost = [own, other].flatMap(({ data }) => [
      ...addedIds(old?.data.records, data.records).filter((id) => !has(table.data.records, id)),
      ...addedIds(old?.data.definition, data.definition).filter((id) => !has(table.data.definition, id))
    ])
    const areWhole = [old, own, other].every((side) => side === undefined || isWhole(side))
    return [
      ...mixed,
      ...(isWholeChosen ? [] : lost).map((id) => `${id}, which a side added, is gone`),
      ...(areWhole && !isWhole(table) ? ["a value of a row or column that is gone"] : [])
    ]
  })
}
