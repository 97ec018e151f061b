import type * as Block from "../../content/document/Block.ts"
import * as BlockLikeness from "../../content/document/BlockLikeness.ts"
import type { Document } from "../../content/document/Document.ts"
import * as BlockIndex from "../../content/merge/BlockIndex.ts"
import { isSameOwn } from "../../content/merge/BlockMerge.ts"
import { toJson } from "../../content/merge/DocumentConflict.ts"
import * as TextMerge from "../../content/merge/TextMerge.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { BlockChange } from "./BlockChange.ts"
import { findReordered } from "./Reordered.ts"

/** The keys of blocks that have another place: in another list, or among the siblings that stayed with them. */
const findMoved = (old: BlockIndex.BlockIndex, now: BlockIndex.BlockIndex): ReadonlySet<string> => {
  const moved = new Set<string>()
  for (const [key, { container }] of now.entries) {
    const before = old.entries.get(key)
    if (before !== undefined && before.container !== container) moved.add(key)
  }
  for (const [container, keys] of now.lists) {
    for (const key of findReordered(old.lists.get(container) ?? [], keys)) moved.add(key)
  }
  return moved
}

/** A block without the blocks in it, and without its text where that is compared. */
const withoutBlocks = (block: Block.Block): unknown => {
  if (BlockIndex.isText(block)) return block
  if ("fragments" in block) return { ...block, fragments: block.fragments.map((each) => ({ ...each, nodes: [] })) }
  return "nodes" in block ? { ...block, nodes: [] } : block
}

const compareBlock = (
  key: string,
  before: Block.Block,
  after: Block.Block,
  likeness: BlockLikeness.BlockLikeness
): BlockChange => {
  const change = { type: "block_edited", block: key, before: toJson(withoutBlocks(before)) } as const
  if (!BlockIndex.isText(before) || !BlockIndex.isText(after)) return change
  if (CanonicalJson.equals(before.nodes, after.nodes)) return change
  const text = TextMerge.compare(before.nodes, after.nodes, likeness)
  return { ...change, text: text.map(({ nodes, type }) => ({ type, nodes: nodes.map(toJson) })) }
}

/** Removed blocks of a list by the nearest block before them that is still in it; `""` if there is none. */
const groupRemoved = (
  old: BlockIndex.BlockIndex,
  now: BlockIndex.BlockIndex,
  container: string
): ReadonlyMap<string, ReadonlyArray<BlockIndex.Entry>> => {
  const here = new Set(now.lists.get(container))
  const groups = new Map<string, Array<BlockIndex.Entry>>()
  let group: Array<BlockIndex.Entry> = []
  groups.set("", group)
  for (const key of old.lists.get(container) ?? []) {
    const entry = old.entries.get(key)
    if (here.has(key)) groups.set(key, (group = []))
    else if (entry !== undefined && !now.entries.has(key)) group.push(entry)
  }
  return groups
}

const describeRemoved = ({ block, key, parent, slot }: BlockIndex.Entry, follows: string): BlockChange => ({
  type: "block_removed",
  block: key,
  before: toJson(block),
  ...(parent === undefined ? {} : { parent }),
  ...(slot === "" ? {} : { slot }),
  ...(follows === "" ? {} : { follows })
})

const containersOf = (key: string, block: Block.Block | undefined): ReadonlyArray<string> =>
  block === undefined ? [] : BlockIndex.partsOf(block).map(({ slot }) => BlockIndex.containerOf(key, slot))

/**
 * The changes of the blocks of a document by their keys, in document order, removed blocks after the one that they
 * followed. Blocks in an added or removed block are part of it, unless both documents have them. The cost grows with
 * the sizes of both documents.
 */
export const compare = (before: Document | undefined, after: Document | undefined): ReadonlyArray<BlockChange> => {
  const [old, now] = [BlockIndex.make(before), BlockIndex.make(after)]
  const likeness = BlockLikeness.make()
  const moved = findMoved(old, now)
  const changes: Array<BlockChange> = []
  const addOwn = (key: string, was: BlockIndex.Entry | undefined, is: BlockIndex.Entry) => {
    if (was === undefined) {
      const isInAdded = is.parent !== undefined && !old.entries.has(is.parent)
      if (!isInAdded) changes.push({ type: "block_added", block: key })
      return
    }
    if (moved.has(key)) changes.push({ type: "block_moved", block: key })
    if (!isSameOwn(was.block, is.block)) changes.push(compareBlock(key, was.block, is.block, likeness))
  }
  const addList = (container: string) => {
    const removed = groupRemoved(old, now, container)
    const addRemoved = (follows: string) => {
      for (const entry of removed.get(follows) ?? []) changes.push(describeRemoved(entry, follows))
    }
    addRemoved("")
    for (const key of now.lists.get(container) ?? []) {
      const [was, is] = [old.entries.get(key), now.entries.get(key)]
      if (is !== undefined) addOwn(key, was, is)
      for (const list of new Set([...containersOf(key, is?.block), ...containersOf(key, was?.block)])) addList(list)
      addRemoved(key)
    }
  }
  addList(BlockIndex.top)
  return changes
}
