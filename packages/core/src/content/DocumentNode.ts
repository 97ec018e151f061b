import { Effect, Option, Schema } from "effect"
import { Document } from "../document/Document.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Root from "./Root.ts"
import * as RootEdit from "./RootEdit.ts"

const isDocument = Schema.is(Document)
const decode = Schema.decodeUnknownEffect(Document)
const asNode = Schema.decodeUnknownSync(
  Schema.Struct({ data: ContentNode.Json, nodes: Schema.Array(ContentNode.Json) })
)

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

/** Keeps a document in the draft and gives its hash. */
export const put = (draft: ContentDraft, document: Document): string => RootEdit.putDocument(draft, asNode(document))
