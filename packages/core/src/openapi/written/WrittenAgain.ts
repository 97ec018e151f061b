import type * as Block from "../../content/document/Block.ts"
import { type Document, make } from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import * as Table from "../../content/document/Table.ts"
import { isDescribed, markDescribed } from "./WrittenBlocks.ts"

const described = (document: Document): ReadonlyArray<Block.TopLevel> => document.nodes.filter(isDescribed)

/** Gives the rows of a table their previous positions, so that only new rows are ordered again. */
const keepOrder = (before: Block.TableBlock, after: Block.TableBlock): Block.TableBlock => {
  const rows = Table.rows(after.data)
  const { records: former } = before.data
  const places = Table.fillPlaces(rows.map(([id]) => (Object.hasOwn(former, id) ? former[id]?.orderIndex : undefined)))
  const records = rows.map(([id, row], at) => [id, { ...row, orderIndex: places[at] ?? row.orderIndex }] as const)
  return { ...after, data: { ...after.data, records: Object.fromEntries(records) } }
}

type Carried = Block.TableBlock | Block.Code

const carriedOf = (document: Document): ReadonlyMap<string, Carried> =>
  new Map(
    document.nodes.flatMap((block) =>
      (block.type === "table" || block.type === "code") && block.key !== undefined ? [[block.key, block] as const] : []
    )
  )

/** Lines of code are paired by what they say, so that a new one leaves the others what they are. */
const keepLines = (before: Block.Code, after: Block.Code, seed: string): Block.TopLevel => {
  const { nodes } = DocumentKeys.adopt(make([before]), make([after]), `${seed}\n${after.key ?? ""}`)
  return { ...(nodes[0]?.type === "code" ? nodes[0] : after), ...(after.key === undefined ? {} : { key: after.key }) }
}

/**
 * Preserves keys and ids from a document that was written before: descriptions and lines of code are paired by their
 * content, and rows of tables by position. A change of one word thereby changes one block.
 */
export const carry = (before: Document, after: Document, seed: string): Document => {
  const paired = DocumentKeys.adopt(make(described(before)), make(described(after)), seed)
  const former = carriedOf(before)
  const nodes: Array<Block.TopLevel> = []
  let next = 0
  for (const block of after.nodes) {
    const known = former.get(block.key ?? "")
    if (isDescribed(block)) nodes.push(markDescribed(paired.nodes[next++] ?? block))
    else if (block.type === "table" && known?.type === "table") nodes.push(keepOrder(known, block))
    else if (block.type === "code" && known?.type === "code") nodes.push(keepLines(known, block, seed))
    else nodes.push(block)
  }
  return { ...after, nodes }
}
