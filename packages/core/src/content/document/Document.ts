import { Effect, Predicate, Schema, SchemaIssue } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Inspection from "../../foundation/input/Inspection.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Block from "./Block.ts"
import * as DocumentTree from "./DocumentTree.ts"

export const limits = {
  /** Nesting depth of blocks, the outermost included. */
  depth: 64,
  /** Blocks of every kind, including code lines and list items. */
  blocks: 10_000,
  /** Bytes of the canonical text. */
  bytes: 1_048_576
} as const

/** Metadata of a document. */
export const Data = Schema.StructWithRest(Schema.Struct({ schemaVersion: Schema.Literal(1) }), [
  Schema.Record(Schema.String, CanonicalJson.Json)
])

const Fields = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("document"),
      data: Data,
      nodes: Schema.Array(Block.TopLevel)
    },
    {
      data: "Version of the document schema and further data of the document.",
      nodes: "Blocks of the document, in order."
    }
  )
)

export type Document = typeof Fields.Type

export type Limit = keyof typeof limits

/** Number of blocks of every kind in a document. */
export const countBlocks = (document: DocumentTree.BlockRoot): number => {
  let count = 0
  for (const _ of DocumentTree.walk(document)) count++
  return count
}

/** Longest JSON of a number, boolean or null. */
const longestScalar = 24

/**
 * Lower bound of the bytes that remain after the JSON of a value; negative if it may not fit. Stops once negative, and
 * at lists and records nested deeper than `depth`.
 */
const remainingBytes = (value: unknown, bytes: number, depth: number): number => {
  if (typeof value === "string") return bytes - 6 * value.length - 2
  if (typeof value !== "object" || value === null) return bytes - longestScalar
  if (depth === 0) return -1
  let left = bytes - 2
  if (Array.isArray(value)) {
    for (const item of value) if (left >= 0) left = remainingBytes(item, left - 1, depth - 1)
  } else if (Predicate.isReadonlyObject(value)) {
    for (const key in value) if (left >= 0) left = remainingBytes(value[key], left - 6 * key.length - 4, depth - 1)
  }
  return left
}

/** Documents below this size have fewer than `limits.blocks` blocks and fewer than `limits.bytes` bytes. */
const fewBytes = 30 * limits.blocks

/** Length of a text in UTF-8 bytes. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Whether a value can be stored as JSON. Notes within notes nest it far deeper than their blocks. */
const isShallow = (input: unknown, depth = 0): boolean =>
  depth <= CanonicalJson.limits.depth &&
  (typeof input !== "object" || input === null || Object.values(input).every((each) => isShallow(each, depth + 1)))

const measureJson = ({ nodes, ...rest }: Document): Limit | undefined => {
  let bytes = bytesOf(JSON.stringify({ ...rest, nodes: [] })) + Math.max(nodes.length - 1, 0)
  for (const node of nodes) {
    if (!isShallow(node, 2)) return "depth"
    bytes += bytesOf(JSON.stringify(node))
  }
  return bytes > limits.bytes ? "bytes" : undefined
}

/** The limit that a document exceeds, if any. Small documents are not measured. */
export const findExceededLimit = (document: Document): Limit | undefined => {
  if (remainingBytes(document, fewBytes, limits.depth) >= 0) return undefined
  let count = 0
  for (const [, depth] of DocumentTree.walk(document)) {
    if (depth > limits.depth) return "depth"
    if (++count > limits.blocks) return "blocks"
  }
  return measureJson(document)
}

const sentences: { readonly [L in Limit]: string } = {
  depth: `must not nest blocks deeper than ${limits.depth}`,
  blocks: `must not hold more than ${limits.blocks} blocks`,
  bytes: `must not be larger than ${limits.bytes} bytes`
}

/** Documents that were checked and not stored since. */
const checked = new WeakMap<object, Document>()

/** The document of an input that was checked before; the cached result is used only once. */
const takeChecked = (input: unknown): Document | undefined => {
  if (typeof input !== "object" || input === null) return undefined
  const found = checked.get(input)
  checked.delete(input)
  return found
}

const refuse = (limit: Limit) => Effect.fail(new SchemaIssue.InvalidValue({ message: sentences[limit] }))

/**
 * The content of a page, comment or reusable content: blocks of schema version 1, within `limits`. Unknown properties
 * of `data` are kept.
 */
export const Document: Schema.Codec<Document> = Schema.declareConstructor<Document>()(
  [Fields],
  ([fields]) => {
    const decode = Inspection.decodeInSlices(fields)
    return (input, _, options) => {
      const known = takeChecked(input)
      if (known !== undefined) return Effect.succeed(known)
      return isShallow(input)
        ? Effect.flatMap(decode(input, options), (document) => {
            const limit = findExceededLimit(document)
            return limit === undefined ? Effect.succeed(document) : refuse(limit)
          })
        : refuse("depth")
    }
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

const decode = Inspection.firstFaultDecoder(Document, "ignore")

/**
 * Checks a document that the engine created, and yields to other work while doing so, so that storing it does not check
 * it again.
 */
export const check = (document: Document): Effect.Effect<Document> =>
  Effect.orDie(Effect.tap(decode(document), (found) => Effect.sync(() => checked.set(found, found))))

/** A document of the current schema version. */
export const make = (nodes: ReadonlyArray<Block.TopLevel>): Document => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes
})

export const empty: Document = make([])

const byKey = (document: Document): ReadonlyMap<string, Block.TopLevel> =>
  new Map(document.nodes.flatMap((node) => (node.key === undefined ? [] : [[node.key, node] as const])))

/** The keys that no top-level block of either document has. */
export const findUnknownKeys = (
  current: Document,
  old: Document,
  keys: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const [present, former] = [byKey(current), byKey(old)]
  return keys.filter((key) => !present.has(key) && !former.has(key))
}

/**
 * Reverts the top-level blocks with these keys to their state in an older document: changed ones are restored, new ones
 * removed, and deleted ones put back after the block that they used to follow.
 */
export const revert = (current: Document, old: Document, keys: ReadonlySet<string>): Document => {
  const [present, former] = [byKey(current), byKey(old)]
  const lost: Array<Block.TopLevel> = []
  let behind = lost
  const lostBehind = new Map<string, Array<Block.TopLevel>>()
  for (const node of old.nodes) {
    if (node.key === undefined) continue
    if (present.has(node.key)) lostBehind.set(node.key, (behind = []))
    else if (keys.has(node.key)) behind.push(node)
  }
  const nodes = [...lost]
  for (const node of current.nodes) {
    const isReverted = node.key !== undefined && keys.has(node.key)
    const kept = isReverted ? former.get(node.key) : node
    if (kept !== undefined) nodes.push(kept)
    if (node.key !== undefined) nodes.push(...(lostBehind.get(node.key) ?? []))
  }
  return { ...current, nodes }
}
