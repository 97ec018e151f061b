import { Effect, Option, Schema } from "effect"
import * as Inspection from "../../foundation/input/Inspection.ts"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import { ofValue, type QueuedValue } from "../../foundation/scheduling/QueuedValue.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { Document } from "../document/Document.ts"
import * as ContentDraft from "./ContentDraft.ts"
import type * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Root from "./Root.ts"

const isDocument = Schema.is(Document)
const decode = Schema.decodeUnknownEffect(Document)
const inspect = Inspection.firstFaultDecoder(Document, "ignore")
type Stored = Pick<ContentNode.Document, "data" | "nodes">

/** Decoded documents by node: each node is validated once. */
const known = new WeakMap<Stored, Document>()

/** Documents with more nodes are validated in slices. */
const fewNodes = 20

/** Documents validated in slices. */
const inspected = new WeakSet<object>()

const isInspected = (value: object): value is Document => inspected.has(value)

/**
 * Decodes a node into a document that shares its blocks. Large ones are validated in slices, so that other fibers run
 * in between.
 */
const validate = Effect.fnUntraced(function* ({ data, nodes }: Stored) {
  const document = { object: "document", data, nodes }
  if (nodes.length > fewNodes) {
    yield* Effect.orDie(inspect(document))
    inspected.add(document)
    if (isInspected(document)) return document
  }
  return isDocument(document) ? document : yield* Effect.orDie(decode(document))
})

/** The document of a node; dies if the node is invalid, which no stored node is. */
export const toDocument = (node: Stored): Effect.Effect<Document> =>
  Effect.suspend(() => {
    const found = known.get(node)
    if (found !== undefined) return Effect.succeed(found)
    return Effect.map(validate(node), (document) => {
      known.set(node, document)
      return document
    })
  })

/** Number of documents read concurrently; low, because documents can be large. */
const atOnce = 20

interface Group<A> {
  readonly items: Array<A>
  readonly isText: boolean
}

/** Items in groups whose documents are read together; documents that are created from texts form groups of one. */
const group = <A>(
  reader: ContentReader,
  items: ReadonlyArray<A>,
  hashOf: (item: A) => string | undefined
): ReadonlyArray<Group<A>> => {
  const groups: Array<Group<A>> = []
  for (const item of items) {
    const isText = reader.textOf?.(hashOf(item) ?? "") !== undefined
    const last = groups.at(-1)
    if (last === undefined || last.isText || isText || last.items.length === atOnce) {
      groups.push({ items: [item], isText })
    } else last.items.push(item)
  }
  return groups
}

/**
 * Maps each item and its document, in order. There is no document if an item has no hash, or a hash that is not of a
 * document.
 */
export const forEach = Effect.fnUntraced(function* <A, B>(
  reader: ContentReader,
  items: ReadonlyArray<A>,
  hashOf: (item: A) => string | undefined,
  f: (item: A, document: Document | undefined) => B
) {
  const found = yield* EventLoop.forEach(group(reader, items, hashOf), (some) =>
    Effect.gen(function* () {
      const nodes = yield* Root.documents(reader, new Set(some.items.flatMap((item) => hashOf(item) ?? [])))
      return yield* EventLoop.forEach(some.items, (item) => {
        const node = nodes.get(hashOf(item) ?? "")
        return Effect.map(node === undefined ? Effect.undefined : toDocument(node), (document) => f(item, document))
      })
    })
  )
  return found.flat()
})

/** Reads a document that the space must have; undefined for an undefined hash. */
export const get = Effect.fnUntraced(function* (reader: ContentReader, hash: string | undefined) {
  if (hash === undefined) return undefined
  const found = yield* Root.document(reader, hash)
  return Option.isNone(found) ? undefined : yield* toDocument(found.value)
})

const areJson = (nodes: ReadonlyArray<unknown>): nodes is ContentNode.Document["nodes"] =>
  nodes.every(CanonicalJson.isJson)

const toNode = ({ data, nodes }: Document): ContentNode.Document => {
  if (!areJson(nodes)) throw new TypeError("a document holds JSON only")
  return { kind: "document/1", data, nodes }
}

/** Puts a document into the draft and returns its hash. It is validated when it is first read. */
export const put = (draft: ContentDraft.ContentDraft, document: Document): string => draft.put(toNode(document))

/** A document that a parser created, with its node as it will be stored. */
export interface ParsedDocument {
  readonly node: ContentDraft.MadeNode
  readonly document: QueuedValue<Document>
}

/** The node of a document that a parser created: it is not validated again when read from a draft. */
export const ofParsed = (document: Document): ParsedDocument => {
  const node = toNode(document)
  known.set(node, document)
  return { node: ContentDraft.madeOf(node), document: ofValue(document) }
}

/** The node of a document that is never stored, and its length as a text. */
export const ofComputed = (document: Document): { readonly node: ContentNode.Document; readonly length: number } => {
  const node = toNode(document)
  known.set(node, document)
  return { node, length: JSON.stringify(node).length }
}

/** Like `put`, for a document that a parser created. */
export const putParsed = (draft: ContentDraft.ContentDraft, document: Document): string =>
  draft.add(ofParsed(document).node)

/** The document of a text that a node was created with. */
export const fromOwnText = (text: string): Document => ({
  object: "document",
  ...JSON.parse(text.slice(text.indexOf("\n")))
})

/** Like `ofParsed`, for one of many large documents: only its text is retained. */
export const ofParsedText = (given: Document): ParsedDocument => {
  const { hash, text } = ContentDraft.madeOf(toNode(given))
  const open = () => {
    const document = fromOwnText(text)
    const node = toNode(document)
    known.set(node, document)
    return node
  }
  return {
    node: { hash, text, isText: true, open },
    document: { length: text.length, open: () => fromOwnText(text) }
  }
}
