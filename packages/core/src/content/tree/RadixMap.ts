import { Effect, Option } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import type { Branch, ContentNode, MapNode, Ref } from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Reader from "./ContentReader.ts"

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
        : makePart(
            part.character,
            applyChanges(context, nodeOf(context, part), at + length + part.character.length, own)
          )
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
export const applyChanges = (context: Context, node: MapNode, at: number, changes: ReadonlyArray<Change>): MapNode =>
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

/** New values by key; undefined removes the key. */
export type Changes = ReadonlyMap<string, Json | undefined>

export const isMapNode = (node: ContentNode): node is MapNode => node.kind === "leaf/1" || node.kind === "branch/1"

/** Reads the values of the keys that exist; one read per level. */
export const getMany = Effect.fnUntraced(function* (reader: ContentReader, ref: Ref, keys: Iterable<string>) {
  const found = new Map<string, Json>()
  const wanted = Array.from(new Set(keys), (key) => [key] as const)
  let level = ref === null || wanted.length === 0 ? [] : [{ hash: ref, at: 0, wanted }]
  while (level.length > 0) {
    const nodes = yield* Reader.require(
      reader,
      level.map(({ hash }) => hash),
      isMapNode
    )
    level = level.flatMap(({ hash, at, wanted }) => {
      const node = nodes.get(hash)
      if (node === undefined) return []
      if (node.kind === "leaf/1") {
        const own = new Set(wanted.map(([key]) => key))
        for (const [key, value] of node.entries) if (own.has(key)) found.set(key, value)
        return []
      }
      const end = at + node.skip.length
      const below = groupByCharacter(
        wanted.filter(([key]) => key.startsWith(node.skip, at)),
        end
      )
      return node.kids.flatMap(([character, hash]) => {
        const wanted = below.get(character)
        return wanted === undefined ? [] : [{ hash, at: end + character.length, wanted }]
      })
    })
  }
  return found
})

export const get = (reader: ContentReader, ref: Ref, key: string): Effect.Effect<Option.Option<Json>> =>
  Effect.map(getMany(reader, ref, [key]), (found) => {
    const value = found.get(key)
    return value === undefined ? Option.none() : Option.some(value)
  })

/** Number of entries; reads one node. */
export const size = (reader: ContentReader, ref: Ref): Effect.Effect<number> =>
  ref === null
    ? Effect.succeed(0)
    : Effect.map(Reader.require(reader, [ref], isMapNode), (nodes) => {
        const node = nodes.get(ref)
        return node === undefined ? 0 : sizeOf(node)
      })

/** A subtree that a listing has yet to read; `open` if it may also hold keys up to `after`. */
type Pending =
  | { readonly hash: string; readonly at: number; readonly size: number; readonly open: boolean }
  | { readonly entries: ReadonlyArray<Entry> }

const kidsAfter = (branch: Branch, at: number, after: string | undefined): ReadonlyArray<Pending> => {
  const end = at + branch.skip.length
  const whole = (kids: Branch["kids"]) =>
    kids.map(([character, hash, size]) => ({ hash, at: end + character.length, size, open: false }))
  if (after === undefined) return whole(branch.kids)
  if (!after.startsWith(branch.skip, at)) {
    return CodePoint.compare(after.slice(at), branch.skip) < 0 ? whole(branch.kids) : []
  }
  const split = CodePoint.characterAt(after, end)
  const own = branch.kids.filter(([character]) => character === split && character !== "")
  const later = branch.kids.filter(([character]) => CodePoint.compare(character, split) > 0)
  return [...whole(own).map((kid) => ({ ...kid, open: true })), ...whole(later)]
}

/** Drops subtrees beyond those certain to hold `limit` entries. */
const truncate = (pending: ReadonlyArray<Pending>, limit: number): ReadonlyArray<Pending> => {
  let sum = 0
  const end = pending.findIndex((item) => {
    if (sum >= limit) return true
    sum += "entries" in item ? item.entries.length : item.open ? 0 : item.size
    return false
  })
  return end === -1 ? pending : pending.slice(0, end)
}

/**
 * Up to `limit` entries in key order, starting after the key `after` if given; reads only the nodes on the way, level
 * by level.
 */
export const list = Effect.fnUntraced(function* (
  reader: ContentReader,
  ref: Ref,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number }
) {
  let pending: ReadonlyArray<Pending> = ref === null || limit <= 0 ? [] : [{ hash: ref, at: 0, size: 0, open: true }]
  for (;;) {
    const hashes = pending.flatMap((item) => ("hash" in item ? [item.hash] : []))
    if (hashes.length === 0) break
    const nodes = yield* Reader.require(reader, hashes, isMapNode)
    const next = pending.flatMap((item): ReadonlyArray<Pending> => {
      const node = "hash" in item ? nodes.get(item.hash) : undefined
      if (node === undefined || !("hash" in item)) return [item]
      const from = item.open ? after : undefined
      if (node.kind === "branch/1") return kidsAfter(node, item.at, from)
      const entries = node.entries.filter(([key]) => from === undefined || CodePoint.compare(key, from) > 0)
      return [{ entries }]
    })
    pending = truncate(next, limit)
  }
  return pending.flatMap((item) => ("entries" in item ? item.entries : [])).slice(0, limit)
})

/** All entries in key order; one read per level. */
export const entries = (reader: ContentReader, ref: Ref): Effect.Effect<ReadonlyArray<Entry>> =>
  list(reader, ref, { limit: Number.POSITIVE_INFINITY })

const readForUpdate = Effect.fnUntraced(function* (
  reader: ContentReader,
  root: string,
  changes: ReadonlyArray<Change>
) {
  const loaded = new Map<string, MapNode>()
  let level: ReadPlan["onPath"] = [{ hash: root, at: 0, changes }]
  let siblings: ReadonlyArray<string> = []
  while (level.length > 0 || siblings.length > 0) {
    const hashes = [...level.map(({ hash }) => hash), ...siblings]
    const nodes = yield* Reader.require(reader, hashes, isMapNode)
    for (const [hash, node] of nodes) loaded.set(hash, node)
    const below = level.flatMap(({ hash, at, changes }) => {
      const node = nodes.get(hash)
      return node?.kind === "branch/1" ? [planReads(node, at, changes)] : []
    })
    level = below.flatMap(({ onPath }) => onPath)
    siblings = below.flatMap(({ siblings }) => siblings)
  }
  return loaded
})

/** Applies all changes in one pass: reads the affected nodes level by level and puts the new ones into the draft. */
export const update = Effect.fnUntraced(function* (draft: ContentDraft, ref: Ref, changes: Changes) {
  if (changes.size === 0) return ref
  const loaded = ref === null ? new Map<string, MapNode>() : yield* readForUpdate(draft, ref, [...changes])
  const node = (hash: string): MapNode => {
    const found = loaded.get(hash)
    if (found === undefined) throw new Reader.CorruptContent({ space: draft.space, hash, cause: "it was not read" })
    return found
  }
  const before: MapNode = ref === null ? { kind: "leaf/1", entries: [] } : node(ref)
  const after = applyChanges({ put: draft.put, node }, before, 0, [...changes])
  return sizeOf(after) === 0 ? null : draft.put(after)
})

/** A key whose value differs between two maps; undefined on a side where it is absent. */
export interface Difference {
  readonly key: string
  readonly before: Json | undefined
  readonly after: Json | undefined
}

/** One side of a comparison: a node by hash, part of a node, or nothing. */
type Side = string | MapNode | undefined

interface Pair {
  readonly before: Side
  readonly after: Side
  readonly at: number
}

interface Step {
  readonly found: ReadonlyArray<Difference>
  readonly next: ReadonlyArray<Pair>
}

const compareEntries = (before: ReadonlyArray<Entry>, after: ReadonlyArray<Entry>): ReadonlyArray<Difference> => {
  const [old, now] = [new Map(before), new Map(after)]
  const keys = new Set([...old.keys(), ...now.keys()])
  return Array.from(keys, (key) => ({ key, before: old.get(key), after: now.get(key) })).filter(
    (difference) => !CanonicalJson.equals(difference.before, difference.after)
  )
}

const kidsAt = (branch: Branch, length: number): Map<string, Side> => {
  if (length === branch.skip.length) return new Map(branch.kids.map(([character, hash]) => [character, hash]))
  const character = CodePoint.characterAt(branch.skip, length)
  return new Map([[character, { ...branch, skip: branch.skip.slice(length + character.length) }]])
}

/** Splits a node at a prefix: the subtrees under it by next character, and the entries outside it. */
const splitNode = (node: MapNode | undefined, at: number, prefix: string) => {
  if (node === undefined) return { below: new Map<string, Side>(), elsewhere: [] }
  if (node.kind === "branch/1") return { below: kidsAt(node, prefix.length), elsewhere: [] }
  const inside = node.entries.filter(([key]) => key.startsWith(prefix, at))
  const elsewhere = node.entries.filter(([key]) => !key.startsWith(prefix, at))
  const below = new Map<string, Side>()
  for (const [character, entries] of groupByCharacter(inside, at + prefix.length)) {
    below.set(character, { kind: "leaf/1", entries })
  }
  return { below, elsewhere }
}

const prefixOf = (before: MapNode | undefined, after: MapNode | undefined): string | undefined => {
  const skips = [before, after].flatMap((node) => (node?.kind === "branch/1" ? [node.skip] : []))
  const [first, second] = skips
  return first === undefined || second === undefined
    ? first
    : first.slice(0, CodePoint.sharedLength(first, 0, second, 0))
}

const compareNodes = (before: MapNode | undefined, after: MapNode | undefined, at: number): Step => {
  const prefix = prefixOf(before, after)
  if (prefix === undefined) {
    const entriesOf = (node: MapNode | undefined) => (node?.kind === "leaf/1" ? node.entries : [])
    return { found: compareEntries(entriesOf(before), entriesOf(after)), next: [] }
  }
  const [old, now] = [splitNode(before, at, prefix), splitNode(after, at, prefix)]
  const characters = new Set([...old.below.keys(), ...now.below.keys()])
  const next = Array.from(characters, (character) => ({
    before: old.below.get(character),
    after: now.below.get(character),
    at: at + prefix.length + character.length
  }))
  return { found: compareEntries(old.elsewhere, now.elsewhere), next }
}

/**
 * The keys whose values differ, in key order. Descends both maps in parallel and skips equal hashes, so the cost grows
 * with the difference. One read per level.
 */
export const diff = Effect.fnUntraced(function* (reader: ContentReader, before: Ref, after: Ref) {
  const found: Array<Difference> = []
  let level: ReadonlyArray<Pair> = [{ before: before ?? undefined, after: after ?? undefined, at: 0 }]
  while (level.length > 0) {
    const differing = level.filter((pair) => pair.before !== pair.after)
    const hashes = differing.flatMap((pair) => [pair.before, pair.after]).filter((side) => typeof side === "string")
    const nodes = yield* Reader.require(reader, [...new Set(hashes)], isMapNode)
    const nodeOf = (side: Side) => (typeof side === "string" ? nodes.get(side) : side)
    const steps = differing.map((pair) => compareNodes(nodeOf(pair.before), nodeOf(pair.after), pair.at))
    for (const step of steps) found.push(...step.found)
    level = steps.flatMap(({ next }) => next)
  }
  return found.sort((left, right) => CodePoint.compare(left.key, right.key))
})
