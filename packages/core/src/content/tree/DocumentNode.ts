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

/** Decoded documents by node: each node is validated once. */
const known = new WeakMap<Stored, Document>()

/** Documents validated in slices. */
const inspected = new WeakSet<object>()

const isInspected = (value: object): value is Document => inspected.has(value)

/**
 * Decodes a node into a document that shares its blocks. Large ones are validated in slices, so that other fibers run
 * in between.
 */
const validate = Effect.fnUntraced(function* ({ data, nodes }: Stored) {
  const document = { object: "document", data, nodes }
  if (Slices.isLarge(nodes)) {
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
export const put = (draft: ContentDraft, document: Document): string => draft.put(toNode(document))

/** Like `put`, for a document that a parser made: it is not validated again when read from the draft. */
export const putParsed = (draft: ContentDraft, document: Document): string => {
  const node = toNode(document)
  known.set(node, document)
  return draft.put(node)
}
