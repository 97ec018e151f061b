import { Context, Effect, Layer } from "effect"
import type * as Block from "../../content/document/Block.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import * as Rewriting from "../../content/document/Rewriting.ts"
import type { ApiOperation } from "../../openapi/description/ApiDescription.ts"
import * as NamedSpecs from "../../openapi/spec/NamedSpecs.ts"
import * as ApiBlocks from "../../openapi/written/ApiBlocks.ts"
import * as WrittenBlocks from "../../openapi/written/WrittenBlocks.ts"
import * as WrittenDocument from "../../openapi/written/WrittenDocument.ts"
import * as WrittenOperation from "../../openapi/written/WrittenOperation.ts"

/** Blocks of operations and schemas that a book contains; those beyond the limit are only named. */
export const limits = { blocks: 20_000 } as const

type Blocks = ReadonlyArray<Block.TopLevel>

const keyOf = (method: string, path: string, isWebhook: boolean): string =>
  `${isWebhook} ${method.toLowerCase()} ${path}`

/** A spec that a page refers to, to be written out. */
interface Read {
  readonly around: WrittenOperation.Surroundings
  readonly operations: ReadonlyMap<string, ApiOperation>
}

const toRead = ({ operations, schemas, security, securitySchemes, servers }: NamedSpecs.NamedSpec): Read => ({
  around: {
    servers,
    securitySchemes,
    ...(security === undefined ? {} : { security }),
    schemas: new Map(schemas.map(({ name, schema }) => [name, schema]))
  },
  operations: new Map(operations.map((each) => [keyOf(each.method, each.path, each.isWebhook === true), each]))
})

const undescribed = ({ description: _, descriptionBlocks: __, ...operation }: ApiOperation): ApiOperation => operation

const writeOperation = (
  block: ApiBlocks.OperationBlock,
  { around, operations }: Read,
  { before, seed }: { readonly before: ApiBlocks.Before; readonly seed: string }
): Blocks => {
  const { isWebhook, method, path } = ApiBlocks.nameOf(block)
  const operation = operations.get(keyOf(method, path, isWebhook))
  if (operation === undefined) return []
  const { isDescribed, isTitled } = ApiBlocks.shownBefore(operation, before)
  const keys = WrittenBlocks.keysOf(seed)
  return [
    ...(isTitled ? [] : [WrittenBlocks.heading(keys("heading"), 2, ApiBlocks.titleOf(operation), seed)]),
    ...WrittenOperation.blocksOf(keys, 3, around, isDescribed ? undescribed(operation) : operation)
  ]
}

/** Headings in the text of a description are not targets for links of the page. */
const withAnchors = (blocks: Blocks, seed: string): Blocks =>
  blocks.map((block, at) =>
    block.type === "heading-1" || block.type === "heading-2" || block.type === "heading-3"
      ? { ...block, data: { ...block.data, id: `${seed} ${at}` } }
      : block
  )

/** The replacement of a block; empty if the block is unchanged. */
const writeBlock = (block: ApiBlocks.ApiBlock, read: Read, before: ApiBlocks.Before, seed: string): Blocks =>
  withAnchors(
    ApiBlocks.isOperationBlock(block)
      ? writeOperation(block, read, { before, seed })
      : block.data.schemas.flatMap((name) => WrittenDocument.ofModel(read.around.schemas, seed, name)),
    seed
  )

const countBlocks = (nodes: Blocks): number => {
  let count = 0
  for (const _ of DocumentTree.walk({ nodes })) count++
  return count
}

/** The blocks of a page that are written out, each with its replacement; at most `left` blocks. */
const writeAll = (
  { nodes }: Document,
  specs: ReadonlyMap<string, Read>,
  left: number
): ReadonlyMap<Block.TopLevel, Blocks> => {
  const written = new Map<Block.TopLevel, Blocks>()
  const places = ApiBlocks.placesOf(nodes)
  let count = 0
  for (const [block] of DocumentTree.walk({ nodes })) {
    const read = ApiBlocks.isApiBlock(block) ? specs.get(block.data.ref.spec) : undefined
    if (!ApiBlocks.isApiBlock(block) || read === undefined || count >= left) continue
    const blocks = writeBlock(block, read, places.get(block) ?? ApiBlocks.nowhere, `operation ${written.size}`)
    const own = countBlocks(blocks)
    if (own === 0 || count + own > left) continue
    count += own
    written.set(block, blocks)
  }
  return written
}

const hasApiBlock = ({ nodes }: Document): boolean => {
  for (const [block] of DocumentTree.walk({ nodes })) if (ApiBlocks.isApiBlock(block)) return true
  return false
}

/** Replaces the blocks of a document that refer to operations and schemas by what they show. */
export type Describe = (document: Document) => Effect.Effect<Document>

/** Writes out operations and schemas in the pages of one book, one page after the other (rule pdf-operations). */
export class BookOperations extends Context.Service<BookOperations>()("@quire/core/BookOperations", {
  make: Effect.map(NamedSpecs.NamedSpecs, ({ readSpecs }) => ({
    describerOf: (known: NamedSpecs.KnownVersions): Describe => {
      let left: number = limits.blocks
      return Effect.fnUntraced(function* (document: Document) {
        if (!hasApiBlock(document)) return document
        const found = yield* readSpecs(known, document)
        const specs = new Map(found.map((spec) => [spec.slug, toRead(spec)]))
        const written = writeAll(document, specs, left)
        for (const blocks of written.values()) left -= countBlocks(blocks)
        const rewrite = Rewriting.make({
          block: (block) => written.get(block) ?? block,
          inlines: (inlines) => inlines,
          codeInlines: (inlines) => inlines
        })
        return { ...document, nodes: rewrite(document.nodes) }
      })
    }
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(NamedSpecs.NamedSpecs.layer))
}
