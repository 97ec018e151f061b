import { Clock, Context, Effect, Layer, Result } from "effect"
import * as Recent from "../../foundation/store/Recent.ts"
import type * as Markdown from "../document/Markdown.ts"
import type { ContentNode } from "./ContentNode.ts"
import type { StoredNode } from "./ContentStore.ts"
import type { PageView } from "./PageView.ts"
import * as Place from "./Place.ts"

export const limits = {
  /** Of memory, as estimated here. */
  bytes: 67_108_864,
  /** What is written with more nodes at once is nothing that is read again soon. */
  written: 256,
  /** Milliseconds for which a document that could not be printed is not printed again. */
  unprintable: 300_000,
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

/** Why a document could not be printed, which may be the machine's fault, and until when that is believed, in milliseconds. */
interface Failed {
  readonly error: Markdown.TextTooSlow
  readonly until: number
}

type Kept =
  /** A node that was written and that nobody has read since. */
  | { readonly _tag: "Text"; readonly text: string }
  /** A node, with the Markdown of a document that was asked for it, or until when it is not to be asked for again. */
  | { readonly _tag: "Node"; readonly node: ContentNode; readonly markdown?: string; readonly failed?: Failed }
  | { readonly _tag: "Page"; readonly page: PageView }
  | { readonly _tag: "Place"; readonly place: Place.Place }

const keyOf = (space: string, hash: string) => `${space}/${hash}`
const pageKey = (space: string, root: string, name: string) => `${space}/${root}/${name}`
const placeName = (id: string) => `place/${id}`

const make = (limit: number) => {
  const { get: used, has, put: keep, total, weightOf } = Recent.make<Kept>(limit)

  /** A node, or the text of one that was written and not read since. */
  const get = (space: string, hash: string): ContentNode | string | undefined => {
    const kept = used(keyOf(space, hash))
    if (kept?._tag === "Node") return kept.node
    return kept?._tag === "Text" ? kept.text : undefined
  }

  const put = (space: string, hash: string, node: ContentNode, textLength: number): void => {
    const key = keyOf(space, hash)
    if (used(key)?._tag !== "Node") keep(key, { _tag: "Node", node }, nodeWeight(node, textLength))
  }

  /** Keeps texts that were just written, as those of a small change are read next. */
  const putWritten = (space: string, nodes: ReadonlyArray<StoredNode>): void => {
    if (nodes.length > limits.written) return
    for (const { hash, text } of nodes) {
      const key = keyOf(space, hash)
      if (!has(key)) keep(key, { _tag: "Text", text }, overhead + textWeight(text))
    }
  }

  /**
   * The Markdown of a document's node, which is printed once for as long as the node is here; one that cannot be printed
   * is tried again after `limits.unprintable`.
   */
  const markdown = Effect.fnUntraced(function* (
    space: string,
    hash: string,
    print: Effect.Effect<string, Markdown.TextTooSlow>
  ) {
    const key = keyOf(space, hash)
    const known = used(key)
    if (known?._tag === "Node" && known.markdown !== undefined) return known.markdown
    const asked = yield* Clock.currentTimeMillis
    if (known?._tag === "Node" && known.failed !== undefined && asked < known.failed.until) {
      return yield* Effect.fail(known.failed.error)
    }
    const printed = yield* Effect.result(print)
    const kept = used(key)
    if (kept?._tag === "Node" && kept.markdown === undefined) {
      if (Result.isFailure(printed)) {
        const until = (yield* Clock.currentTimeMillis) + limits.unprintable
        keep(key, { ...kept, failed: { error: printed.failure, until } }, weightOf(key))
      } else keep(key, { ...kept, markdown: printed.success }, weightOf(key) + textWeight(printed.success))
    }
    return yield* Effect.fromResult(printed)
  })

  /** A page of a root, by any name that means one page of every root. */
  const page = (space: string, root: string, name: string): PageView | undefined => {
    const kept = used(pageKey(space, root, name))
    return kept?._tag === "Page" ? kept.page : undefined
  }

  const putPage = (space: string, root: string, name: string, page: PageView): void => {
    const weight = pageWeight(page)
    if (weight <= limits.page) keep(pageKey(space, root, name), { _tag: "Page", page }, weight)
  }

  /** Where a document of a root is. */
  const place = (space: string, root: string, id: string): Place.Place | undefined => {
    const kept = used(pageKey(space, root, placeName(id)))
    return kept?._tag === "Place" ? kept.place : undefined
  }

  const putPlace = (space: string, root: string, place: Place.Place): void =>
    keep(pageKey(space, root, placeName(place.id)), { _tag: "Place", place }, overhead + 2 * Place.lengthOf(place))

  return { get, put, putWritten, markdown, page, putPage, place, putPlace, size: total }
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
