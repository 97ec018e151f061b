import type * as Block from "../document/Block.ts"
import * as BlockIndex from "./BlockIndex.ts"

export type Fields = Readonly<Record<string, unknown>>

/** A fragment without its blocks. */
export interface Shell {
  readonly slot: string
  readonly fields: Fields
}

/** A block without the blocks in it. */
export interface BlockOwn {
  readonly shape: "text" | "nodes" | "fragments" | "void"
  /** All fields except key, nodes and fragments. */
  readonly fields: Fields
  readonly text: ReadonlyArray<Block.InlineNode>
  readonly shells: ReadonlyArray<Shell>
  /** The original block, if this is unchanged from one side. */
  readonly block?: Block.Block
}

const omit = (value: object, names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

const shapeOf = (block: Block.Block): BlockOwn["shape"] => {
  if (BlockIndex.isText(block)) return "text"
  if ("fragments" in block) return "fragments"
  return "nodes" in block ? "nodes" : "void"
}

const shellsOf = (fragments: ReadonlyArray<Block.Fragment<Block.Block>>): ReadonlyArray<Shell> => {
  const names = BlockIndex.slotNames(fragments)
  return fragments.map((fragment, index) => ({ slot: names[index] ?? "#", fields: omit(fragment, ["nodes"]) }))
}

export const fromBlock = (block: Block.Block): BlockOwn => ({
  shape: shapeOf(block),
  fields: omit(block, ["key", "nodes", "fragments"]),
  text: BlockIndex.isText(block) ? block.nodes : [],
  shells: "fragments" in block ? shellsOf(block.fragments) : [],
  block
})

/** The names of its lists of blocks. */
export const slotsOf = (own: BlockOwn): ReadonlyArray<string> =>
  own.shape === "nodes" ? [""] : own.shells.map(({ slot }) => slot)
