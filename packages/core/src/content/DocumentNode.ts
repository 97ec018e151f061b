import { Effect, Option, Schema } from "effect"
import { Document } from "../document/Document.ts"
import * as CanonicalJson from "./CanonicalJson.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import type * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Root from "./Root.ts"

const isDocument = Schema.is(Document)
const decode = Schema.decodeUnknownEffect(Document)
type Stored = Pick<ContentNode.Document, "data" | "nodes">

/** The documents of nodes in memory: each is examined once. */
const known = new WeakMap<Stored, Document>()

/** The document that a node holds, sharing its blocks; dies when it is none, which no stored node is. */
export const toDocument = (node: Stored): Effect.Effect<Document> =>
  Effect.suspend(() => {
    const found = known.get(node)
    if (found !== undefined) return Effect.succeed(found)
    const document = { object: "document", data: node.data, nodes: node.nodes }
    if (!isDocument(document)) return Effect.orDie(decode(document))
    known.set(node, document)
    return Effect.succeed(document)
  })

/** The document with a hash that the space must have; undefined for none. */
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

/** Keeps a document in the draft and gives its hash. It is examined when it is first read from there. */
export const put = (draft: ContentDraft, document: Document): string => draft.put(toNode(document))

/** `put` for a document that a reader of texts made: what reads it from the draft takes it as it is. */
export const putRead = (draft: ContentDraft, document: Document): string => {
  const node = toNode(document)
  known.set(node, document)
  return draft.put(node)
}
