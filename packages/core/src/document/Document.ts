import { Effect, Predicate, Schema, SchemaIssue } from "effect"
import { Json } from "../content/ContentNode.ts"
import * as Inspection from "../Inspection.ts"
import * as Block from "./Block.ts"
import * as DocumentTree from "./DocumentTree.ts"

export const limits = {
  /** Blocks that stand in one another, the outermost counted. */
  depth: 64,
  /** Blocks of every kind, lines of code and items of lists among them. */
  blocks: 10_000,
  /** Bytes of the canonical text. */
  bytes: 1_048_576
} as const

/** What a document says of itself. */
export const Data = Schema.StructWithRest(Schema.Struct({ schemaVersion: Schema.Literal(1) }), [
  Schema.Record(Schema.String, Json)
])

const Fields = Schema.Struct({
  object: Schema.Literal("document"),
  data: Data,
  nodes: Schema.Array(Block.TopLevel)
})

export type Document = typeof Fields.Type

export type Limit = keyof typeof limits

/** The blocks of every kind that a document holds. */
export const countBlocks = (document: DocumentTree.Rooted): number => {
  let count = 0
  for (const _ of DocumentTree.walk(document)) count++
  return count
}

/** Of a number, a truth value or null in JSON. */
const longestOther = 24

/** At least the bytes of a value's JSON; infinite where lists and records stand in one another deeper than that. */
const mostBytes = (value: unknown, depth: number): number => {
  if (typeof value === "string") return 6 * value.length + 2
  if (typeof value !== "object" || value === null) return longestOther
  if (depth === 0) return Number.POSITIVE_INFINITY
  let bytes = 2
  if (Array.isArray(value)) for (const item of value) bytes += 1 + mostBytes(item, depth - 1)
  else if (Predicate.isReadonlyObject(value)) {
    for (const key in value) bytes += 6 * key.length + 4 + mostBytes(value[key], depth - 1)
  }
  return bytes
}

/** Fewer than any `limits.blocks` blocks have, and fewer than `limits.bytes`. */
const fewBytes = 30 * limits.blocks

const measured = (document: Document): Limit | undefined => {
  let count = 0
  for (const [, depth] of DocumentTree.walk(document)) {
    if (depth > limits.depth) return "depth"
    if (++count > limits.blocks) return "blocks"
  }
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length
  return bytes > limits.bytes ? "bytes" : undefined
}

/** The limit that a document is beyond, if any. Small ones are not measured. */
export const exceeded = (document: Document): Limit | undefined =>
  mostBytes(document, limits.depth) <= fewBytes ? undefined : measured(document)

/** More than any document within `limits.depth` needs. */
const jsonDepth = 500

const isShallow = (input: unknown, depth = 0): boolean =>
  depth <= jsonDepth &&
  (typeof input !== "object" || input === null || Object.values(input).every((each) => isShallow(each, depth + 1)))

const sentences: { readonly [L in Limit]: string } = {
  depth: `must not nest blocks deeper than ${limits.depth}`,
  blocks: `must not hold more than ${limits.blocks} blocks`,
  bytes: `must not be larger than ${limits.bytes} bytes`
}

const refuse = (limit: Limit) => Effect.fail(new SchemaIssue.InvalidValue({ message: sentences[limit] }))

/**
 * The content of a page, comment or reusable content (api.md 4.4): blocks, of schema version 1, within `limits`.
 * Properties of `data` that are not known are kept.
 */
export const Document: Schema.Codec<Document> = Schema.declareConstructor<Document>()(
  [Fields],
  ([fields]) => {
    const decode = Inspection.within(fields)
    return (input, _, options) =>
      isShallow(input)
        ? Effect.flatMap(decode(input, options), (document) => {
            const limit = exceeded(document)
            return limit === undefined ? Effect.succeed(document) : refuse(limit)
          })
        : refuse("depth")
  },
  { toCodecJson: () => undefined }
).pipe(
  Schema.check(
    Schema.makeFilter(() => true, {
      representation: { id: "Document", payload: null, schemas: [Fields.ast] },
      toJsonSchema: ({ schemas: [fields] }) => ({ ...fields })
    })
  ),
  Schema.annotate({ identifier: "Document" })
)

/** A document of the current schema version. */
export const make = (nodes: ReadonlyArray<Block.TopLevel>): Document => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes
})

export const empty: Document = make([])
