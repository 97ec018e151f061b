import { Context, Layer } from "effect"
import type { ContentNode } from "./ContentNode.ts"

export const limits = { bytes: 67_108_864 } as const

/** Two bytes for each UTF-16 unit of text, and what keeping an entry costs besides. */
const weightOf = (textLength: number) => 2 * textLength + 256

const make = (limit: number) => {
  const entries = new Map<string, { readonly node: ContentNode; readonly weight: number }>()
  let total = 0

  const forget = (key: string, weight: number) => {
    entries.delete(key)
    total -= weight
  }

  const get = (space: string, hash: string): ContentNode | undefined => {
    const key = `${space}/${hash}`
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry.node
  }

  const put = (space: string, hash: string, node: ContentNode, textLength: number): void => {
    const key = `${space}/${hash}`
    const weight = weightOf(textLength)
    if (entries.has(key) || weight > limit) return
    entries.set(key, { node, weight })
    total += weight
    for (const [oldest, entry] of entries) {
      if (total <= limit) break
      forget(oldest, entry.weight)
    }
  }

  return { get, put, size: () => total }
}

/**
 * Decoded nodes that were read lately, for the whole process, up to a number of bytes; least recently used go first.
 * It never proves that a node is stored: what a transaction read before it failed may still be here.
 */
export class NodeCache extends Context.Service<NodeCache, ReturnType<typeof make>>()("@quire/core/NodeCache") {
  static readonly layerOf = (bytes: number) => Layer.sync(this, () => make(bytes))

  static readonly layer = this.layerOf(limits.bytes)
}
