import { Effect } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { Branch, MapNode, Ref } from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Reader from "./ContentReader.ts"
import { isMapNode } from "./RadixMap.ts"

import * as RadixShape from "./RadixShape.ts"

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

const compareEntries = (
  before: ReadonlyArray<RadixShape.Entry>,
  after: ReadonlyArray<RadixShape.Entry>
): ReadonlyArray<Difference> => {
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
  for (const [character, entries] of RadixShape.groupByCharacter(inside, at + prefix.length)) {
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
