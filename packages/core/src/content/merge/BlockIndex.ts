import type * as Block from "../document/Block.ts"
import type { Document } from "../document/Document.ts"

/** A list of blocks in a block; `slot` is empty for its nodes, otherwise the name of a fragment. */
export interface Part {
  readonly slot: string
  readonly nodes: ReadonlyArray<Block.Block>
}

/** A block of a document and its position. */
export interface Entry {
  readonly key: string
  readonly block: Block.Block
  /** The key of the parent block; undefined at the top level. */
  readonly parent: string | undefined
  readonly slot: string
  /** The list that it is in, see `containerOf`. */
  readonly container: string
}

/** The blocks of a keyed document, parents before children. Blocks in notes are part of the text with the note. */
export interface BlockIndex {
  readonly entries: ReadonlyMap<string, Entry>
  readonly lists: ReadonlyMap<string, ReadonlyArray<string>>
}

export type TextBlock = Block.Paragraph | Block.Heading | Block.CodeLine

const textTypes = new Set(["paragraph", "heading-1", "heading-2", "heading-3", "code-line"])

export const isText = (block: Block.Block): block is TextBlock => textTypes.has(block.type)

/** Unique names for fragments. */
export const slotNames = (fragments: ReadonlyArray<Block.Fragment<Block.Block>>): ReadonlyArray<string> => {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return fragments.map(({ fragment, type }) => {
    const name = fragment || type || "#"
    let slot = name
    let number = next.get(name) ?? 2
    for (; taken.has(slot); number++) slot = `${name}#${number}`
    next.set(name, number)
    taken.add(slot)
    return slot
  })
}

export const partsOf = (block: Block.Block): ReadonlyArray<Part> => {
  if (isText(block)) return []
  if ("fragments" in block) {
    const names = slotNames(block.fragments)
    return block.fragments.map(({ nodes }, index) => ({ slot: names[index] ?? "#", nodes }))
  }
  return "nodes" in block ? [{ slot: "", nodes: block.nodes }] : []
}

/** The list of top-level blocks. */
export const top = ""

export const containerOf = (parent: string, slot: string): string => `${slot.length}/${slot}/${parent}`

/** Indexes a document; blocks without a key are omitted. */
export const make = (document: Document | undefined): BlockIndex => {
  const entries = new Map<string, Entry>()
  const lists = new Map<string, ReadonlyArray<string>>()
  const add = (nodes: ReadonlyArray<Block.Block>, parent: string | undefined, slot: string, container: string) => {
    lists.set(
      container,
      nodes.flatMap(({ key }) => key ?? [])
    )
    for (const block of nodes) {
      const { key } = block
      if (key === undefined) continue
      entries.set(key, { key, block, parent, slot, container })
      for (const part of partsOf(block)) add(part.nodes, key, part.slot, containerOf(key, part.slot))
    }
  }
  if (document !== undefined) add(document.nodes, undefined, "", top)
  return { entries, lists }
}

/** The keys of a block and its descendants. */
export const subtreeKeys = (index: BlockIndex, key: string): ReadonlyArray<string> => {
  const entry = index.entries.get(key)
  if (entry === undefined) return []
  return [
    key,
    ...partsOf(entry.block).flatMap(({ nodes }) => nodes.flatMap((node) => subtreeKeys(index, node.key ?? "")))
  ]
}

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
  if (isText(block)) return "text"
  if ("fragments" in block) return "fragments"
  return "nodes" in block ? "nodes" : "void"
}

const shellsOf = (fragments: ReadonlyArray<Block.Fragment<Block.Block>>): ReadonlyArray<Shell> => {
  const names = slotNames(fragments)
  return fragments.map((fragment, index) => ({ slot: names[index] ?? "#", fields: omit(fragment, ["nodes"]) }))
}

export const ownOf = (block: Block.Block): BlockOwn => ({
  shape: shapeOf(block),
  fields: omit(block, ["key", "nodes", "fragments"]),
  text: isText(block) ? block.nodes : [],
  shells: "fragments" in block ? shellsOf(block.fragments) : [],
  block
})

/** The names of its lists of blocks. */
export const slotsOf = (own: BlockOwn): ReadonlyArray<string> =>
  own.shape === "nodes" ? [""] : own.shells.map(({ slot }) => slot)
