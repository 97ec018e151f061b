import type { Node } from "prosemirror-model"
import type { Mapping } from "prosemirror-transform"
import { isBlank } from "../mapping/TableMapping.ts"
import { overlap, type PreservedRange, preservedOf, preservedRanges, type TextRange } from "./PreservedRanges.ts"

/** A block of a document and its position. */
export interface KeyedBlock {
  readonly node: Node
  readonly pos: number
  readonly key: string | null
}

const isKeyed = (node: Node) => node.isBlock && node.type.spec.attrs?.["key"] !== undefined

/** Whether a block is in a table cell that contains nothing, and is no block of the document. */
const isFiller = (parent: Node | null) =>
  parent !== null && parent.type.spec["tableRole"] === "cell" && parent.attrs["fragment"] === null && isBlank(parent)

/** The blocks of a document, parents before children. */
export const blocksOf = (doc: Node): ReadonlyArray<KeyedBlock> => {
  const found: Array<KeyedBlock> = []
  doc.descendants((node, pos, parent) => {
    if (isKeyed(node) && !isFiller(parent)) found.push({ node, pos, key: node.attrs["key"] })
    return !node.isTextblock
  })
  return found
}

const contentOf = ({ node, pos }: KeyedBlock): TextRange => [pos + 1, pos + Math.max(node.nodeSize - 1, 1)]

const groupByKey = (blocks: ReadonlyArray<KeyedBlock>) => {
  const groups = new Map<string, Array<KeyedBlock>>()
  for (const block of blocks) {
    if (block.key === null) continue
    const group = groups.get(block.key)
    if (group === undefined) groups.set(block.key, [block])
    else group.push(block)
  }
  return groups
}

const isSameShape = (left: Node, right: Node) => left.isTextblock === right.isTextblock && left.isAtom === right.isAtom

/** An edit: the blocks before and after, and what it left as it was. */
interface Change {
  readonly before: ReadonlyMap<string, KeyedBlock>
  readonly after: ReadonlyArray<KeyedBlock>
  readonly ranges: ReadonlyArray<PreservedRange>
  readonly mapping: Mapping
}

/** How much of the block that had a key before is in a block now. */
const shareOf = ({ before, ranges }: Change, key: string, block: KeyedBlock): number => {
  const old = before.get(key)
  return old === undefined ? 0 : overlap(ranges, contentOf(old), contentOf(block))
}

const isPreserved = ({ ranges }: Change, { pos }: KeyedBlock) =>
  ranges.some(({ after, length }) => after <= pos && pos < after + length)

/** The block that keeps a key that several have: that with most of the previous content, then one that did not move. */
const ownerOf = (change: Change, key: string, blocks: ReadonlyArray<KeyedBlock>): KeyedBlock | undefined => {
  const ranked = blocks.map((block) => ({
    block,
    share: shareOf(change, key, block),
    isHere: isPreserved(change, block) ? 1 : 0
  }))
  return ranked.toSorted((left, right) => right.share - left.share || right.isHere - left.isHere)[0]?.block
}

interface Claim {
  readonly key: string
  readonly block: KeyedBlock
  readonly share: number
}

/** The blocks that contain something of a block whose key is gone, or that took its place. */
const successorsOf = (
  change: Change,
  old: KeyedBlock,
  at: ReadonlyMap<number, KeyedBlock>,
  enclosing: (pos: number) => ReadonlyArray<number>
): ReadonlySet<KeyedBlock> => {
  const found = new Set<KeyedBlock>()
  const positions = preservedOf(change.ranges, contentOf(old)).flatMap(({ after }) => enclosing(after))
  for (const pos of [...positions, change.mapping.map(old.pos, -1)]) {
    const block = at.get(pos)
    if (block !== undefined && isSameShape(block.node, old.node)) found.add(block)
  }
  return found
}

/** Claims of blocks to keys that no block has any more: their text was joined with others, or became another type. */
const claimsOf = (change: Change, doc: Node, owners: ReadonlyMap<KeyedBlock, string>): ReadonlyArray<Claim> => {
  const held = new Set(owners.values())
  const missing = [...change.before].filter(([key]) => !held.has(key))
  if (missing.length === 0) return []
  const at = new Map(change.after.map((block) => [block.pos, block]))
  const enclosing = (pos: number) => {
    const resolved = doc.resolve(pos)
    return Array.from({ length: resolved.depth }, (_, depth) => resolved.before(depth + 1))
  }
  return missing.flatMap(([key, old]) =>
    Array.from(successorsOf(change, old, at, enclosing)).flatMap((block): ReadonlyArray<Claim> => {
      const share = shareOf(change, key, block)
      const own = owners.get(block)
      if (own === undefined) return block.key === null || share > 0 ? [{ key, block, share }] : []
      const isJoined = change.before.has(own) && block.node.type === old.node.type
      const isLarger = isJoined && share > shareOf(change, own, block)
      return isLarger ? [{ key, block, share }] : []
    })
  )
}

/** How a document was edited; `isUndo` if the edit restores what was before, with its keys. */
export interface Edit {
  readonly mapping: Mapping
  readonly isUndo: boolean
  readonly makeKey: () => string
}

/** The key that a block gets; `isCopy` if another block has the one that it had. */
export interface KeyChange {
  readonly key: string
  readonly isCopy: boolean
}

/**
 * The keys of the blocks of a document after an edit that differ from those in it.
 *
 * - A key that several blocks have belongs to the one with most of the content that its block had before: that is where
 *   a merge expects the edits of others. So the larger half of a split keeps the key, and a copy does not have it.
 * - A key that is gone belongs to the block that most of its content is in: joined text has the key of the longer part,
 *   and a block that becomes another type keeps its key.
 * - All other new blocks get a new key. A block that had no key before stays without one.
 */
export const assignKeys = (
  old: Node,
  doc: Node,
  { isUndo, makeKey, mapping }: Edit
): ReadonlyMap<KeyedBlock, KeyChange> => {
  const [former, after] = [blocksOf(old), blocksOf(doc)]
  const groups = groupByKey(after)
  const before = new Map([...groupByKey(former)].flatMap(([key, [block]]) => (block ? [[key, block]] : [])))
  const change: Change = { before, after, mapping, ranges: preservedRanges(mapping.maps, old.content.size) }
  const owners = new Map<KeyedBlock, string>()
  for (const [key, blocks] of groups) {
    const owner = blocks.length === 1 ? blocks[0] : ownerOf(change, key, blocks)
    if (owner !== undefined) owners.set(owner, key)
  }
  const claimed = new Set<string>()
  const settled = new Set<KeyedBlock>()
  const claims = isUndo ? [] : claimsOf(change, doc, owners)
  for (const { block, key } of claims.toSorted((left, right) => right.share - left.share)) {
    if (claimed.has(key) || settled.has(block)) continue
    claimed.add(key)
    settled.add(block)
    owners.set(block, key)
  }
  const withoutKey = new Set(
    former.flatMap(({ key, pos }) =>
      key === null ? preservedOf(change.ranges, [pos, pos + 1]).map(({ after }) => after) : []
    )
  )
  const assigned = new Map<KeyedBlock, KeyChange>()
  for (const block of after) {
    const key = owners.get(block)
    const staysWithout = key === undefined && withoutKey.has(block.pos) && block.key === null
    if (staysWithout || (key !== undefined && key === block.key)) continue
    assigned.set(block, { key: key ?? makeKey(), isCopy: key === undefined && block.key !== null })
  }
  return assigned
}
