import type * as Block from "../document/Block.ts"
import * as BlockIndex from "./BlockIndex.ts"

export type Fields = Readonly<Record<string, unknown>>

/** A fragment without its blocks. */
export interface Shell {
  readonly slot: string
  readonly fields: Fields
}

/** What a block is without the blocks in it. */
export interface BlockOwn {
  readonly shape: "text" | "nodes" | "fragments" | "void"
  /** Everything but key, nodes and fragments. */
  readonly fields: Fields
  readonly text: ReadonlyArray<Block.InlineNode>
  readonly shells: ReadonlyArray<Shell>
  /** The block that it is of, where it is as one side has it. */
  readonly of?: Block.Block
}

const without = (value: object, names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

const shapeOf = (block: Block.Block): BlockOwn["shape"] => {
  if (BlockIndex.isText(block)) return "text"
  if ("fragments" in block) return "fragments"
  return "nodes" in block ? "nodes" : "void"
}

const shellsOf = (fragments: ReadonlyArray<Block.Fragment<Block.Block>>): ReadonlyArray<Shell> => {
  const names = BlockIndex.slotNames(fragments)
  return fragments.map((fragment, index) => ({ slot: names[index] ?? "#", fields: without(fragment, ["nodes"]) }))
}

export const of = (block: Block.Block): BlockOwn => ({
  shape: shapeOf(block),
  fields: without(block, ["key", "nodes", "fragments"]),
  text: BlockIndex.isText(block) ? block.nodes : [],
  shells: "fragments" in block ? shellsOf(block.fragments) : [],
  of: block
})

/** The names of the lists of blocks that it has. */
export const slots = (own: BlockOwn): ReadonlyArray<string> =>
  own.shape === "nodes" ? [""] : own.shells.map(({ slot }) => slot)
