import { Effect, Option, Schema } from "effect"
import { Document } from "../document/Document.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Root from "./Root.ts"
import * as RootEdit from "./RootEdit.ts"

const decode = Schema.decodeUnknownEffect(Document)
const asNode = Schema.decodeUnknownSync(
  Schema.Struct({ data: ContentNode.Json, nodes: Schema.Array(ContentNode.Json) })
)

/** The document that a node holds; dies when it is none, which no stored node is. */
export const toDocument = (node: Pick<ContentNode.Document, "data" | "nodes">): Effect.Effect<Document> =>
  Effect.orDie(decode({ object: "document", data: node.data, nodes: node.nodes }))

/** The document with a hash that the space must have; undefined for none. */
export const get = Effect.fnUntraced(function* (reader: ContentReader, hash: string | undefined) {
  if (hash === undefined) return undefined
  const found = yield* Root.document(reader, hash)
  return Option.isNone(found) ? undefined : yield* toDocument(found.value)
})

/** Keeps a document in the draft and gives its hash. */
export const put = (draft: ContentDraft, document: Document): string => RootEdit.putDocument(draft, asNode(document))
