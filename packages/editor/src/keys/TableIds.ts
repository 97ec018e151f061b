import type { Node } from "prosemirror-model"
import type { Transaction } from "prosemirror-state"
import type { Mapping } from "prosemirror-transform"

interface Part {
  readonly pos: number
  readonly id: unknown
}

/** The rows and columns of a table with their positions. */
const partsOf = (table: Node, pos: number) => {
  const rows: Array<Part> = []
  const columns: Array<Part> = []
  table.forEach((row, offset) => {
    const at = pos + 1 + offset
    if (row.type.name === "table_row") rows.push({ pos: at, id: row.attrs["id"] })
    else row.forEach((cell, inner) => void columns.push({ pos: at + 1 + inner, id: cell.attrs["id"] }))
  })
  return { rows, columns }
}

const idLength = 8

/**
 * Gives new and copied rows and columns an id. Ids are random, so that rows that two people add at the same time are
 * two rows.
 */
export const completeTableIds = (tr: Transaction, mapping: Mapping, makeKey: () => string): void => {
  const inverse = mapping.invert()
  const isHere = ({ pos }: Part) => !inverse.mapResult(pos, 1).deletedAfter
  const complete = (prefix: string, parts: ReadonlyArray<Part>) => {
    const taken = new Set<unknown>([null])
    for (const part of parts.toSorted((left, right) => Number(isHere(right)) - Number(isHere(left)))) {
      let { id } = part
      while (taken.has(id)) id = prefix + makeKey().slice(0, idLength)
      taken.add(id)
      if (id !== part.id) tr.setNodeAttribute(part.pos, "id", id)
    }
  }
  tr.doc.descendants((node, pos) => {
    if (node.type.name !== "table") return !node.isTextblock
    const { columns, rows } = partsOf(node, pos)
    complete("r", rows)
    complete("c", columns)
    return true
  })
}
