import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { Branch, MapNode } from "./ContentNode.ts"

/** A node with more entries than this becomes a branch. */
export const leafSize = 32

export type Entry = readonly [key: string, value: Json]

/** A key and its new value; undefined removes it. Keys are distinct, in any order. */
export type Change = readonly [key: string, value: Json | undefined]

export const sizeOf = (node: MapNode): number => (node.kind === "leaf/1" ? node.entries.length : node.size)

const byKey = (left: readonly [string, ...ReadonlyArray<unknown>], right: typeof left): number =>
  CodePoint.compare(left[0], right[0])

/** Groups items by the character of their key at an offset, keeping their order; `""` for keys that end there. */
export const groupByCharacter = <A extends readonly [string, ...ReadonlyArray<unknown>]>(
  items: ReadonlyArray<A>,
  offset: number
): Map<string, Array<A>> => {
  const found = new Map<string, Array<A>>()
  for (const item of items) {
    const character = CodePoint.characterAt(item[0], offset)
    const group = found.get(character)
    if (group === undefined) found.set(character, [item])
    else group.push(item)
  }
  return found
}

/** Stores a node and returns its hash. */
type Put = (node: MapNode) => string

/** Builds the canonical node of sorted entries whose keys agree before the offset `at`. */
export const build = (put: Put, entries: ReadonlyArray<Entry>, at: number): MapNode => {
  const [first, last] = [entries[0], entries.at(-1)]
  if (entries.length <= leafSize || first === undefined || last === undefined) return { kind: "leaf/1", entries }
  const end = at + CodePoint.sharedLength(first[0], at, last[0], at)
  const kids = [...groupByCharacter(entries, end)].map(([character, group]) => {
    const kid = build(put, group, end + character.length)
    return [character, put(kid), group.length] as const
  })
  return { kind: "branch/1", skip: first[0].slice(at, end), size: entries.length, kids }
}

/** A child of a branch under edit: known by hash, or new and not stored yet. */
interface Part {
  readonly character: string
  readonly size: number
  readonly from: { readonly hash: string } | { readonly node: MapNode }
}

export interface Context {
  readonly put: Put
  /** Returns a node that `planReads` requested. */
  readonly node: (hash: string) => MapNode
}

const nodeOf = (context: Context, part: Part): MapNode =>
  "node" in part.from ? part.from.node : context.node(part.from.hash)

const makePart = (character: string, node: MapNode): Part => ({ character, size: sizeOf(node), from: { node } })

const applyToEntries = (entries: ReadonlyArray<Entry>, changes: ReadonlyArray<Change>): ReadonlyArray<Entry> => {
  const next = new Map(entries)
  for (const [key, value] of changes) {
    if (value === undefined) next.delete(key)
    else next.set(key, value)
  }
  return [...next].sort(byKey)
}

/** The length of the part of `skip` that all changed keys share. */
const sharedSkipLength = (branch: Branch, at: number, changes: ReadonlyArray<Change>): number =>
  changes.reduce(
    (length, [key]) => Math.min(length, CodePoint.sharedLength(branch.skip, 0, key, at)),
    branch.skip.length
  )

/** The children of a branch, as if its `skip` ended after `length`. */
const partsAt = (branch: Branch, length: number): ReadonlyArray<Part> => {
  if (length === branch.skip.length) {
    return branch.kids.map(([character, hash, size]) => ({ character, size, from: { hash } }))
  }
  const character = CodePoint.characterAt(branch.skip, length)
  return [makePart(character, { ...branch, skip: branch.skip.slice(length + character.length) })]
}

/**
 * Joins ordered parts under a prefix into the canonical node: a leaf if they are few, the only branch if one is left.
 */
const joinParts = (context: Context, skip: string, parts: ReadonlyArray<Part>): MapNode => {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size <= leafSize) {
    const entries = parts.flatMap((part) => {
      const node = nodeOf(context, part)
      return node.kind === "leaf/1" ? node.entries : []
    })
    return { kind: "leaf/1", entries }
  }
  const [only, ...others] = parts
  const alone = only !== undefined && others.length === 0 ? nodeOf(context, only) : undefined
  if (only !== undefined && alone?.kind === "branch/1") {
    return { ...alone, skip: skip + only.character + alone.skip }
  }
  const kids = parts.map(({ character, size, from }) => {
    return [character, "hash" in from ? from.hash : context.put(from.node), size] as const
  })
  return { kind: "branch/1", skip, size, kids }
}

const applyToBranch = (context: Context, branch: Branch, at: number, changes: ReadonlyArray<Change>): MapNode => {
  const length = sharedSkipLength(branch, at, changes)
  const skip = branch.skip.slice(0, length)
  const changed = groupByCharacter(changes, at + length)
  const parts: Array<Part> = []
  for (const part of partsAt(branch, length)) {
    const own = changed.get(part.character)
    changed.delete(part.character)
    parts.push(
      own === undefined
        ? part
        : makePart(part.character, apply(context, nodeOf(context, part), at + length + part.character.length, own))
    )
  }
  for (const [character, own] of changed) {
    parts.push(makePart(character, build(context.put, applyToEntries([], own), at + length + character.length)))
  }
  const left = parts.filter((part) => part.size > 0)
  return joinParts(
    context,
    skip,
    left.sort((a, b) => CodePoint.compare(a.character, b.character))
  )
}

/** Applies changes to a node whose keys agree before the offset `at`. */
export const apply = (context: Context, node: MapNode, at: number, changes: ReadonlyArray<Change>): MapNode =>
  node.kind === "leaf/1"
    ? build(context.put, applyToEntries(node.entries, changes), at)
    : applyToBranch(context, node, at, changes)

/** The nodes to read before changes can be applied to a branch. */
export interface ReadPlan {
  /** Children on the path of a change, with the changes below them. */
  readonly onPath: ReadonlyArray<{
    readonly hash: string
    readonly at: number
    readonly changes: ReadonlyArray<Change>
  }>
  /** Further children, needed when the branch shrinks to a leaf or to a single child. */
  readonly siblings: ReadonlyArray<string>
}

const countRemovals = (changes: ReadonlyArray<Change>) => changes.filter(([, value]) => value === undefined).length

/**
 * Finds the nodes below a branch that `apply` will need; their number depends on the changes, not on the size of the
 * map.
 */
export const planReads = (branch: Branch, at: number, changes: ReadonlyArray<Change>): ReadPlan => {
  const end = at + branch.skip.length
  const inside = changes.filter(([key]) => key.startsWith(branch.skip, at))
  const changed = groupByCharacter(inside, end)
  const onPath = branch.kids.flatMap(([character, hash]) => {
    const own = changed.get(character)
    return own === undefined ? [] : [{ hash, at: end + character.length, changes: own }]
  })
  const staying = branch.kids.filter(([character, , size]) => countRemovals(changed.get(character) ?? []) < size)
  const shrinks = branch.size - countRemovals(inside) <= leafSize
  const siblings = shrinks ? branch.kids : staying.length === 1 ? staying : []
  return { onPath, siblings: siblings.map(([, hash]) => hash) }
}
