import { Clock, Context, Effect, Layer, Result } from "effect"
import * as Recent from "../../foundation/store/Recent.ts"
import type * as Markdown from "../document/Markdown.ts"
import type { ContentNode } from "./ContentNode.ts"
import type { StoredNode } from "./ContentStore.ts"
import * as PageLocation from "./PageLocation.ts"
import type { PageView } from "./PageView.ts"

export const limits = {
  /** Memory limit, as estimated here. */
  bytes: 67_108_864,
  /** Writes of more nodes than this are not cached, because they are rarely read soon. */
  written: 256,
  /** Writes with a larger total text length are not cached either. */
  writtenLength: 4_194_304,
  /** Milliseconds for which a document that could not be printed is not printed again. */
  unprintable: 300_000,
  /** Memory limit for one page with its subtree. */
  page: 1_048_576
} as const

/** Fixed cost of an entry: its key, its place in the order, object headers. */
const overhead = 256

/**
 * Heap bytes per code unit of text that a decoded value takes, rounded up from measurements: 1.8 for documents; 2.3 for
 * map nodes, and as much again for the pages decoded from their values.
 */
const bytesPerUnit = { document: 2, other: 4 } as const

const nodeWeight = ({ kind }: ContentNode, textLength: number): number =>
  overhead + (kind === "document/1" ? bytesPerUnit.document : bytesPerUnit.other) * textLength

/** Two bytes per code unit, as if all text were outside of Latin-1. */
const textWeight = (text: string): number => 2 * text.length

const pageWeight = (page: PageView): number => overhead + bytesPerUnit.other * JSON.stringify(page).length

/**
 * A failure to print a document, perhaps because of a temporary overload; it is cached until `until`, in milliseconds.
 */
interface PrintFailure {
  readonly error: Markdown.TextTooSlow
  readonly until: number
}

type CacheEntry =
  /** The text of a node that was written or prefetched, and not used since. */
  | { readonly _tag: "Text"; readonly text: string }
  /** A decoded node, with its Markdown, or the failure to print it, if that was requested for a document. */
  | { readonly _tag: "Node"; readonly node: ContentNode; readonly markdown?: string; readonly failed?: PrintFailure }
  | { readonly _tag: "Page"; readonly page: PageView }
  | { readonly _tag: "Place"; readonly place: PageLocation.PageLocation }

const keyOf = (space: string, hash: string) => `${space}/${hash}`
const pageKey = (space: string, root: string, name: string) => `${space}/${root}/${name}`
const placeName = (id: string) => `place/${id}`

const make = (limit: number) => {
  const { forgetUnused, get: used, has, put: keep, total, weightOf } = Recent.make<CacheEntry>(limit)

  const hasNode = (space: string, hash: string): boolean => has(keyOf(space, hash))

  /** Returns a node, or the text of one that was not used since it was put. */
  const get = (space: string, hash: string): ContentNode | string | undefined => {
    const cached = used(keyOf(space, hash))
    if (cached?._tag === "Node") return cached.node
    return cached?._tag === "Text" ? cached.text : undefined
  }

  const put = (space: string, hash: string, node: ContentNode, textLength: number): void => {
    const key = keyOf(space, hash)
    if (used(key)?._tag !== "Node") keep(key, { _tag: "Node", node }, nodeWeight(node, textLength))
  }

  /** Caches the text of a node that is likely to be read next. */
  const putText = (space: string, hash: string, text: string): void => {
    const key = keyOf(space, hash)
    if (!has(key)) keep(key, { _tag: "Text", text }, overhead + textWeight(text))
  }

  /** Caches texts that were just written: the nodes of a small change are usually read next. */
  const putWritten = (space: string, nodes: ReadonlyArray<StoredNode>): void => {
    const length = nodes.reduce((sum, { text }) => sum + text.length, 0)
    if (nodes.length > limits.written || length > limits.writtenLength) return
    for (const { hash, text } of nodes) putText(space, hash, text)
  }

  /**
   * The Markdown of a document node, printed once for as long as the node stays cached; a document that cannot be
   * printed is retried after `limits.unprintable`.
   */
  const markdown = Effect.fnUntraced(function* (
    space: string,
    hash: string,
    print: Effect.Effect<string, Markdown.TextTooSlow>
  ) {
    const key = keyOf(space, hash)
    const known = used(key)
    if (known?._tag === "Node" && known.markdown !== undefined) return known.markdown
    const requestedAt = yield* Clock.currentTimeMillis
    if (known?._tag === "Node" && known.failed !== undefined && requestedAt < known.failed.until) {
      return yield* Effect.fail(known.failed.error)
    }
    const printed = yield* Effect.result(print)
    const cached = used(key)
    if (cached?._tag === "Node" && cached.markdown === undefined) {
      if (Result.isFailure(printed)) {
        const until = (yield* Clock.currentTimeMillis) + limits.unprintable
        keep(key, { ...cached, failed: { error: printed.failure, until } }, weightOf(key))
      } else keep(key, { ...cached, markdown: printed.success }, weightOf(key) + textWeight(printed.success))
    }
    return yield* Effect.fromResult(printed)
  })

  /** A page of a root, cached under any name that identifies one page in every root. */
  const page = (space: string, root: string, name: string): PageView | undefined => {
    const cached = used(pageKey(space, root, name))
    return cached?._tag === "Page" ? cached.page : undefined
  }

  const putPage = (space: string, root: string, name: string, page: PageView): void => {
    const weight = pageWeight(page)
    if (weight <= limits.page) keep(pageKey(space, root, name), { _tag: "Page", page }, weight)
  }

  /** The location of a document page in a root. */
  const place = (space: string, root: string, id: string): PageLocation.PageLocation | undefined => {
    const cached = used(pageKey(space, root, placeName(id)))
    return cached?._tag === "Place" ? cached.place : undefined
  }

  const putPlace = (space: string, root: string, place: PageLocation.PageLocation): void =>
    keep(
      pageKey(space, root, placeName(place.id)),
      { _tag: "Place", place },
      overhead + 2 * PageLocation.lengthOf(place)
    )

  return { hasNode, get, put, putText, putWritten, markdown, page, putPage, place, putPlace, size: total, forgetUnused }
}

/**
 * Process-wide LRU cache of decoded nodes and values derived from them, bounded in bytes. Nodes are immutable under
 * their hash, so entries never go stale. A cached node is no proof that the node is stored: a transaction that failed
 * may have read or written it.
 */
export class NodeCache extends Context.Service<NodeCache, ReturnType<typeof make>>()("@quire/core/NodeCache") {
  static readonly layerOf = (bytes: number) => Layer.sync(this, () => make(bytes))

  static readonly layer = this.layerOf(limits.bytes)
}
