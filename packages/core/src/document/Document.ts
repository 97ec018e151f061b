import { Arbitrary, ParseResult, Schema, SchemaAST } from "effect"
import { Json } from "../content/ContentNode.ts"
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
export const Data = Schema.Struct(
  { schemaVersion: Schema.Literal(1) },
  Schema.Record({ key: Schema.String, value: Json })
)

const Fields = Schema.Struct({
  object: Schema.Literal("document"),
  data: Data,
  nodes: Schema.Array(Block.TopLevel)
}).annotations({ identifier: "Document" })

export type Document = typeof Fields.Type

export type Limit = keyof typeof limits

/** The blocks of every kind that a document holds. */
export const countBlocks = (document: DocumentTree.Rooted): number => {
  let count = 0
  for (const _ of DocumentTree.walk(document)) count++
  return count
}

/** The limit that a document is beyond, if any. */
export const exceeded = (document: Document): Limit | undefined => {
  let count = 0
  for (const [, depth] of DocumentTree.walk(document)) {
    if (depth > limits.depth) return "depth"
    if (++count > limits.blocks) return "blocks"
  }
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length
  return bytes > limits.bytes ? "bytes" : undefined
}

/** More than any document within `limits.depth` needs. */
const jsonDepth = 500

const isShallow = (input: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [input]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > jsonDepth) return false
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []))
  }
  return true
}

const sentences: { readonly [L in Limit]: string } = {
  depth: `must not nest blocks deeper than ${limits.depth}`,
  blocks: `must not hold more than ${limits.blocks} blocks`,
  bytes: `must not be larger than ${limits.bytes} bytes`
}

const refuse = (ast: SchemaAST.AST, input: unknown, limit: Limit) =>
  ParseResult.fail(new ParseResult.Type(ast, input, sentences[limit]))

/**
 * The content of a page, comment or reusable content (api.md 4.4): blocks, of schema version 1, within `limits`.
 * Properties of `data` that are not known are kept.
 */
export const Document: Schema.Schema<Document> = Schema.declare(
  [Fields],
  {
    decode: (fields) => (input, options, ast) =>
      isShallow(input)
        ? ParseResult.flatMap(ParseResult.decodeUnknown(fields)(input, options), (document) => {
            const limit = exceeded(document)
            return limit === undefined ? ParseResult.succeed(document) : refuse(ast, undefined, limit)
          })
        : refuse(ast, undefined, "depth"),
    encode: (fields) => (input, options) => ParseResult.encodeUnknown(fields)(input, options)
  },
  {
    identifier: "Document",
    [SchemaAST.SurrogateAnnotationId]: Fields.ast,
    arbitrary: () => (fc) => fc.array(Arbitrary.make(Block.Paragraph)).map(make)
  }
)

/** A document of the current schema version. */
export const make = (nodes: ReadonlyArray<Block.TopLevel>): Document => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes
})

export const empty: Document = make([])
