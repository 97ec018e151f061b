import { Effect, Option, Schema } from "effect"
import * as Inspection from "../../foundation/input/Inspection.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import { Document } from "../document/Document.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import type * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Root from "./Root.ts"

const isDocument = Schema.is(Document)
const decode = Schema.decodeUnknownEffect(Document)
const inspect = Inspection.firstFaultDecoder(Document, "ignore")
type Stored = Pick<ContentNode.Document, "data" | "nodes">

/** The documents of nodes in memory: each is examined once. */
const known = new WeakMap<Stored, Document>()

/** What was found to be a document while others were let in. */
const inspected = new WeakSet<object>()

const isInspected = (value: object): value is Document => inspected.has(value)

/** What a node holds, sharing its blocks, where it is a document. A large one is examined with others let in. */
const examined = Effect.fnUntraced(function* ({ data, nodes }: Stored) {
  const document = { object: "document", data, nodes }
  if (Slices.isLarge(nodes)) {
    yield* Effect.orDie(inspect(document))
    inspected.add(document)
    if (isInspected(document)) return document
  }
  return isDocument(document) ? document : yield* Effect.orDie(decode(document))
})

/** The document that a node holds; dies when it is none, which no stored node is. */
export const toDocument = (node: Stored): Effect.Effect<Document> =>
  Effect.suspend(() => {
    const found = known.get(node)
    if (found !== undefined) return Effect.succeed(found)
    return Effect.map(examined(node), (document) => {
      known.set(node, document)
      return document
    })
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
