import { Context, Layer } from "effect"
import type { ContentNode } from "./ContentNode.ts"
import type { StoredNode } from "./ContentStore.ts"

export const limits = {
  /** Of memory, as `weightOf` and `printWeight` estimate it. */
  bytes: 67_108_864,
  /** What is written with more nodes at once is nothing that is read again soon. */
  written: 256
} as const

/** What keeping an entry costs besides: its key, its place in the order, headers of objects. */
const overhead = 256

/**
 * Bytes of heap that a decoded node takes for each unit of its text, rounded up from what was measured: 1.8 for
 * documents; 2.3 for nodes of maps, and as much again for the pages that are decoded from their values.
 */
const weightOf = (kind: ContentNode["kind"], textLength: number) =>
  overhead + (kind === "document/1" ? 2 : 4) * textLength

/** Text counts with two bytes a unit, as if none of it were Latin. */
const printWeight = (text: string) => 2 * text.length

/** A node, or the text of one that nobody has read yet; with the Markdown of a document, once that was asked for. */
interface Entry {
  readonly content: ContentNode | string
  readonly markdown?: string
  readonly weight: number
}

const make = (limit: number) => {
  const entries = new Map<string, Entry>()
  let total = 0

  const forget = (key: string) => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  /** Keeps an entry as the one used last, in place of what has its key; one that is too heavy is not kept at all. */
  const keep = (key: string, entry: Entry) => {
    if (entry.weight > limit) return
    forget(key)
    entries.set(key, entry)
    total += entry.weight
    for (const oldest of entries.keys()) {
      if (total <= limit) break
      forget(oldest)
    }
  }

  const used = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  /** A node, or the text of one that was written and not read since. */
  const get = (space: string, hash: string): ContentNode | string | undefined => used(`${space}/${hash}`)?.content

  const put = (space: string, hash: string, node: ContentNode, textLength: number): void => {
    const key = `${space}/${hash}`
    const known = entries.get(key)
    if (typeof (known?.content ?? "") === "string") {
      keep(key, { content: node, weight: weightOf(node.kind, textLength) })
    }
  }

  /** Keeps texts that were just written, as those of a small change are read next. */
  const putWritten = (space: string, nodes: ReadonlyArray<StoredNode>): void => {
    if (nodes.length > limits.written) return
    for (const { hash, text } of nodes) {
      const key = `${space}/${hash}`
      if (!entries.has(key)) keep(key, { content: text, weight: overhead + printWeight(text) })
    }
  }

  /** The Markdown of a document's node, which is printed once for as long as the node is here. */
  const markdown = (space: string, hash: string, print: () => string): string => {
    const key = `${space}/${hash}`
    const entry = used(key)
    if (entry?.markdown !== undefined) return entry.markdown
    const text = print()
    if (entry !== undefined) keep(key, { ...entry, markdown: text, weight: entry.weight + printWeight(text) })
    return text
  }

  return { get, put, putWritten, markdown, size: () => total }
}

/**
 * Decoded nodes that were read or written lately, for the whole process, up to a number of bytes; least recently used
 * go first. A node never changes under its hash, so nothing here is ever out of date. It never proves that a node is
 * stored: what a transaction read or wrote before it failed may still be here.
 */
export class NodeCache extends Context.Service<NodeCache, ReturnType<typeof make>>()("@quire/core/NodeCache") {
  static readonly layerOf = (bytes: number) => Layer.sync(this, () => make(bytes))

  static readonly layer = this.layerOf(limits.bytes)
}
