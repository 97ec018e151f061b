import { Context, Layer } from "effect"
import type { ContentNode } from "./ContentNode.ts"
import type { StoredNode } from "./ContentStore.ts"
import type { PageView } from "./PageView.ts"

export const limits = {
  /** Of memory, as estimated here. */
  bytes: 67_108_864,
  /** What is written with more nodes at once is nothing that is read again soon. */
  written: 256,
  /** Of memory that one page may take with all that is below it. */
  page: 1_048_576
} as const

/** What keeping an entry costs besides: its key, its place in the order, headers of objects. */
const overhead = 256

/**
 * Bytes of heap that a decoded value takes for each unit of its text, rounded up from what was measured: 1.8 for
 * documents; 2.3 for nodes of maps, and as much again for the pages that are decoded from their values.
 */
const bytesPerUnit = { document: 2, other: 4 } as const

const nodeWeight = ({ kind }: ContentNode, textLength: number): number =>
  overhead + (kind === "document/1" ? bytesPerUnit.document : bytesPerUnit.other) * textLength

/** Text counts with two bytes a unit, as if none of it were Latin. */
const textWeight = (text: string): number => 2 * text.length

const pageWeight = (page: PageView): number => overhead + bytesPerUnit.other * JSON.stringify(page).length

type Kept =
  /** A node that was written and that nobody has read since. */
  | { readonly _tag: "Text"; readonly text: string }
  /** A node, with the Markdown of a document that was asked for it. */
  | { readonly _tag: "Node"; readonly node: ContentNode; readonly markdown?: string }
  | { readonly _tag: "Page"; readonly page: PageView }

interface Entry {
  readonly kept: Kept
  readonly weight: number
}

/** Entries by key up to a weight; least recently used go first. */
const recent = (limit: number) => {
  const entries = new Map<string, Entry>()
  let total = 0

  const forget = (key: string) => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  /** Keeps an entry in place of what has its key; one that is too heavy for all room there is changes nothing. */
  const keep = (key: string, kept: Kept, weight: number) => {
    if (weight > limit) return
    forget(key)
    entries.set(key, { kept, weight })
    total += weight
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

  return { has: (key: string) => entries.has(key), keep, used, total: () => total }
}

const keyOf = (space: string, hash: string) => `${space}/${hash}`
const pageKey = (space: string, root: string, name: string) => `${space}/${root}/${name}`

const make = (limit: number) => {
  const { has, keep, total, used } = recent(limit)

  /** A node, or the text of one that was written and not read since. */
  const get = (space: string, hash: string): ContentNode | string | undefined => {
    const kept = used(keyOf(space, hash))?.kept
    if (kept?._tag === "Node") return kept.node
    return kept?._tag === "Text" ? kept.text : undefined
  }

  const put = (space: string, hash: string, node: ContentNode, textLength: number): void => {
    const key = keyOf(space, hash)
    if (used(key)?.kept._tag !== "Node") keep(key, { _tag: "Node", node }, nodeWeight(node, textLength))
  }

  /** Keeps texts that were just written, as those of a small change are read next. */
  const putWritten = (space: string, nodes: ReadonlyArray<StoredNode>): void => {
    if (nodes.length > limits.written) return
    for (const { hash, text } of nodes) {
      const key = keyOf(space, hash)
      if (!has(key)) keep(key, { _tag: "Text", text }, overhead + textWeight(text))
    }
  }

  /** The Markdown of a document's node, which is printed once for as long as the node is here. */
  const markdown = (space: string, hash: string, print: () => string): string => {
    const entry = used(keyOf(space, hash))
    if (entry?.kept._tag !== "Node") return print()
    if (entry.kept.markdown !== undefined) return entry.kept.markdown
    const text = print()
    keep(keyOf(space, hash), { ...entry.kept, markdown: text }, entry.weight + textWeight(text))
    return text
  }

  /** A page of a root, by any name that means one page of every root. */
  const page = (space: string, root: string, name: string): PageView | undefined => {
    const kept = used(pageKey(space, root, name))?.kept
    return kept?._tag === "Page" ? kept.page : undefined
  }

  const putPage = (space: string, root: string, name: string, page: PageView): void => {
    const weight = pageWeight(page)
    if (weight <= limits.page) keep(pageKey(space, root, name), { _tag: "Page", page }, weight)
  }

  return { get, put, putWritten, markdown, page, putPage, size: total }
}

/**
 * Decoded nodes that were read or written lately and what was made of them, for the whole process, up to a number of
 * bytes; least recently used go first. A node never changes under its hash, so nothing here is ever out of date. It
 * never proves that a node is stored: what a transaction read or wrote before it failed may still be here.
 */
export class NodeCache extends Context.Service<NodeCache, ReturnType<typeof make>>()("@quire/core/NodeCache") {
  static readonly layerOf = (bytes: number) => Layer.sync(this, () => make(bytes))

  static readonly layer = this.layerOf(limits.bytes)
}
