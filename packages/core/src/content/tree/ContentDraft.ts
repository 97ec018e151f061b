import { Effect } from "effect"
import * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import type { StoredNode } from "./ContentStore.ts"
import * as Reachable from "./Reachable.ts"

/** A node with its text as it will be stored. */
export interface MadeNode extends StoredNode {
  /** Whether it is a document of which only the text is stored: the document is created again on each read. */
  readonly isText: boolean
  readonly open: () => ContentNode.ContentNode
}

/** Creates a node that is stored together with its text. */
export const madeOf = (node: ContentNode.ContentNode): MadeNode => {
  const text = ContentNode.textOf(node)
  return { hash: ContentNode.hashOf(text), text, isText: false, open: () => node }
}

/**
 * New nodes on top of a reader, not stored yet. It is itself a reader that returns its own nodes first. Not safe to
 * share between fibers.
 */
export interface ContentDraft extends ContentReader {
  /** Adds a node and returns its hash. */
  readonly put: (node: ContentNode.ContentNode) => string
  /** Adds a node that was created before, and returns its hash. */
  readonly add: (made: MadeNode) => string
  /** The new nodes reachable from `root`, sorted by hash; they must be stored before anything refers to `root`. */
  readonly nodes: (root: string) => ReadonlyArray<StoredNode>
}

const reachedBy = (made: ReadonlyMap<string, MadeNode>, root: string): ReadonlyArray<StoredNode> => {
  const visited = new Set<string>()
  const reached = new Map<string, StoredNode>()
  const waiting: Array<Reachable.Reference> = [{ hash: root, role: "root" }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = made.get(next.hash)
    if (own === undefined || visited.has(Reachable.keyOf(next))) continue
    visited.add(Reachable.keyOf(next))
    reached.set(next.hash, { hash: next.hash, text: own.text })
    if (!own.isText) waiting.push(...Reachable.references(own.open(), next.role))
  }
  return [...reached.values()].sort((left, right) => (left.hash < right.hash ? -1 : 1))
}

export const make = (reader: ContentReader): ContentDraft => {
  const made = new Map<string, MadeNode>()
  const seen = new Map<string, ContentNode.ContentNode>()

  const many: ContentDraft["many"] = (hashes) =>
    Effect.suspend(() => {
      const found = new Map<string, ContentNode.ContentNode>()
      const missing: Array<string> = []
      for (const hash of hashes) {
        const node = made.get(hash)?.open() ?? seen.get(hash)
        if (node === undefined) missing.push(hash)
        else found.set(hash, node)
      }
      if (missing.length === 0) return Effect.succeed(found)
      return Effect.map(reader.many(missing), (nodes) => {
        for (const [hash, node] of nodes) {
          seen.set(hash, node)
          found.set(hash, node)
        }
        return found
      })
    })

  const textOf = (hash: string) => {
    const own = made.get(hash)
    return own?.isText === true ? own.text : undefined
  }

  const add = (one: MadeNode) => {
    if (!seen.has(one.hash)) made.set(one.hash, one)
    return one.hash
  }

  return {
    space: reader.space,
    many,
    textOf,
    put: (node) => add(madeOf(node)),
    add,
    nodes: (root) => reachedBy(made, root)
  }
}
