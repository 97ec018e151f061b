import { Effect, Option } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import type { Branch, ContentNode, MapNode, Ref } from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Reader from "./ContentReader.ts"
import * as RadixShape from "./RadixShape.ts"

/**
 * An ordered map from text to JSON, stored as a radix tree of content nodes: a leaf holds up to 32 entries in
 * code-point order; above that, a branch splits on the first character after the longest common prefix. The shape
 * depends only on the set of keys, so equal maps have equal hashes whatever their history. Keys are well-formed text.
 */
export type Entry = RadixShape.Entry

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
      const below = RadixShape.groupByCharacter(
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
        return node === undefined ? 0 : RadixShape.sizeOf(node)
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
  changes: ReadonlyArray<RadixShape.Change>
) {
  const loaded = new Map<string, MapNode>()
  let level: RadixShape.ReadPlan["onPath"] = [{ hash: root, at: 0, changes }]
  let siblings: ReadonlyArray<string> = []
  while (level.length > 0 || siblings.length > 0) {
    const hashes = [...level.map(({ hash }) => hash), ...siblings]
    const nodes = yield* Reader.require(reader, hashes, isMapNode)
    for (const [hash, node] of nodes) loaded.set(hash, node)
    const below = level.flatMap(({ hash, at, changes }) => {
      const node = nodes.get(hash)
      return node?.kind === "branch/1" ? [RadixShape.planReads(node, at, changes)] : []
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
  const after = RadixShape.apply({ put: draft.put, node }, before, 0, [...changes])
  return RadixShape.sizeOf(after) === 0 ? null : draft.put(after)
})
