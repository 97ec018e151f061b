import { Effect } from "effect"
import * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import type { StoredNode } from "./ContentStore.ts"
import * as Reachable from "./Reachable.ts"

/**
 * New nodes on top of a reader, not stored yet. It is itself a reader that answers with its own nodes first. Not safe
 * to share between fibers.
 */
export interface ContentDraft extends ContentReader {
  /** Adds a node and returns its hash. */
  readonly put: (node: ContentNode.ContentNode) => string
  /** The new nodes reachable from `root`, sorted by hash; they must be stored before anything refers to `root`. */
  readonly nodes: (root: string) => ReadonlyArray<StoredNode>
}

interface Made {
  readonly node: ContentNode.ContentNode
  readonly text: string
}

const reachedBy = (made: ReadonlyMap<string, Made>, root: string): ReadonlyArray<StoredNode> => {
  const visited = new Set<string>()
  const reached = new Map<string, StoredNode>()
  const waiting: Array<Reachable.Reference> = [{ hash: root, role: "root" }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = made.get(next.hash)
    if (own === undefined || visited.has(Reachable.keyOf(next))) continue
    visited.add(Reachable.keyOf(next))
    reached.set(next.hash, { hash: next.hash, text: own.text })
    waiting.push(...Reachable.references(own.node, next.role))
  }
  return [...reached.values()].sort((left, right) => (left.hash < right.hash ? -1 : 1))
}

export const make = (reader: ContentReader): ContentDraft => {
  const made = new Map<string, Made>()
  const seen = new Map<string, ContentNode.ContentNode>()

  const many: ContentDraft["many"] = (hashes) =>
    Effect.suspend(() => {
      const found = new Map<string, ContentNode.ContentNode>()
      const missing: Array<string> = []
      for (const hash of hashes) {
        const node = made.get(hash)?.node ?? seen.get(hash)
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

  const put = (node: ContentNode.ContentNode) => {
    const text = ContentNode.textOf(node)
    const hash = ContentNode.hashOf(text)
    if (!seen.has(hash)) made.set(hash, { node, text })
    return hash
  }

  return { space: reader.space, many, put, nodes: (root) => reachedBy(made, root) }
}
