import {
  ApiBlocks,
  type ApiDescription,
  type Block,
  DocumentText,
  DocumentTree,
  type PublishedPage,
  type ResolvedSchema,
  type VoidBlock
} from "@quire/core"
import * as Book from "./Book.ts"
import * as Sheet from "./Sheet.ts"

/**
 * Limits of one page. `rows`: rows of all operations and models together; `leastRows`: guaranteed rows of each; the
 * text form of a page has the same limits. `told`: characters of the content of rows. `examples` and `samples`:
 * characters of examples and of requests. `open`: number of operations up to which the first response is expanded.
 * `typeset`: number of operations up to which code is highlighted.
 */
export const limits = {
  rows: 2_500,
  leastRows: 20,
  writtenRows: 1_200,
  leastWrittenRows: 6,
  told: 2_000_000,
  examples: 200_000,
  samples: 1_000_000,
  open: 10,
  typeset: 50
} as const

/** Remaining number of characters for the content of rows on one page. Many rows may belong to the same schema. */
export class Room {
  #left: number

  constructor(characters: number) {
    this.#left = characters
  }

  /** Takes the given number of characters if there is room for them; returns whether there was. */
  take(characters: number): boolean {
    if (characters > this.#left) return false
    this.#left -= characters
    return true
  }
}

/** An operation that a block names, with its code samples. */
export interface OperationSheet {
  readonly book: Book.Book
  readonly operation: ApiDescription.ApiOperation
  readonly samples: ReadonlyArray<Required<Sheet.Piece>>
  readonly examples: ReadonlyMap<ApiDescription.Content, ReadonlyArray<Sheet.Piece>>
  /** Whether the heading and text before the block already contain its title and summary. */
  readonly isTitled: boolean
  readonly isDescribed: boolean
}

/** The content of a page's API blocks. */
export interface ApiSheets {
  readonly books: ReadonlyMap<string, Book.Book>
  readonly operations: ReadonlyMap<ApiBlocks.OperationBlock, OperationSheet>
  /** Rows that each block may have, and the same number in the text form. */
  readonly share: number
  readonly writtenShare: number
  /** Remaining characters for the content of all rows on the page. */
  readonly room: Room
  /** Whether the page has so few operations that one response of each is expanded. */
  readonly isShort: boolean
}

/** The contents of requests and responses, each with its direction. */
const contentsOf = ({
  body,
  callbacks = [],
  responses
}: ApiDescription.ApiOperation): ReadonlyArray<readonly [ApiDescription.Content, ResolvedSchema.Direction]> => [
  ...(body?.content ?? []).map((content) => [content, "request"] as const),
  ...responses.flatMap(({ content = [] }) => content).map((content) => [content, "response"] as const),
  ...callbacks.flatMap(({ operation }) => contentsOf(operation))
]

const lengthOf = (pieces: ReadonlyArray<Sheet.Piece>): number =>
  pieces.reduce((sum, { code }) => sum + DocumentText.ofBlock(code).length, 0)

/** Renders the code samples of one page, up to its limits. */
class Codes {
  #examples: number = limits.examples
  #samples: number = limits.samples

  examplesOf(operation: ApiDescription.ApiOperation, book: Book.Book): OperationSheet["examples"] {
    const found = new Map<ApiDescription.Content, ReadonlyArray<Sheet.Piece>>()
    for (const [content, direction] of contentsOf(operation)) {
      const pieces = this.#examples > 0 ? Sheet.examplesOf(content, book, direction) : []
      this.#examples -= lengthOf(pieces)
      if (pieces.length > 0) found.set(content, pieces)
    }
    return found
  }

  samplesOf(operation: ApiDescription.ApiOperation, book: Book.Book): OperationSheet["samples"] {
    if (operation.isWebhook === true || this.#samples <= 0) return []
    const pieces = Sheet.samplesOf(operation, book)
    this.#samples -= lengthOf(pieces)
    return pieces
  }
}

const plain = <P extends Sheet.Piece>(piece: P): P => ({ ...piece, code: { ...piece.code, data: {} } })

interface Making {
  readonly books: ApiSheets["books"]
  readonly codes: Codes
  readonly isTypeset: boolean
}

const sheetOf = (block: ApiBlocks.OperationBlock, before: ApiBlocks.Before, { books, codes, isTypeset }: Making) => {
  const book = books.get(block.data.ref.spec)
  const { isWebhook, method, path } = ApiBlocks.nameOf(block)
  const operation = book?.operation(method, path, isWebhook)
  if (book === undefined || operation === undefined) return undefined
  const samples = codes.samplesOf(operation, book)
  const shown = Array.from(codes.examplesOf(operation, book))
  return {
    book,
    operation,
    samples: isTypeset ? samples : samples.map(plain),
    examples: new Map(isTypeset ? shown : shown.map(([content, pieces]) => [content, pieces.map(plain)])),
    ...ApiBlocks.shownBefore(operation, before)
  } satisfies OperationSheet
}

/** How many operations and schemas a block names. */
const countOf = (block: ApiBlocks.ApiBlock): number =>
  ApiBlocks.isOperationBlock(block) ? 1 : block.data.schemas.length

const shareOf = (rows: number, least: number, blocks: number): number =>
  Math.max(least, Math.floor(rows / Math.max(1, blocks)))

/** The content of a document's API blocks. */
export const prepare = (
  document: DocumentTree.BlockRoot,
  specs: ReadonlyArray<PublishedPage.PublishedSpec>
): ApiSheets => {
  const found: Array<ApiBlocks.ApiBlock> = []
  for (const [block] of DocumentTree.walk(document)) {
    if (ApiBlocks.isApiBlock(block)) found.push(block)
  }
  const count = found.reduce((sum, block) => sum + countOf(block), 0)
  const books = new Map(specs.map((spec) => [spec.slug, Book.make(spec)]))
  const making = { books, codes: new Codes(), isTypeset: count <= limits.typeset }
  const places = ApiBlocks.placesOf(document.nodes)
  const operations = new Map<ApiBlocks.OperationBlock, OperationSheet>()
  for (const block of found.filter(ApiBlocks.isOperationBlock)) {
    const sheet = sheetOf(block, places.get(block) ?? ApiBlocks.nowhere, making)
    if (sheet !== undefined) operations.set(block, sheet)
  }
  return {
    books,
    operations,
    share: shareOf(limits.rows, limits.leastRows, count),
    writtenShare: shareOf(limits.writtenRows, limits.leastWrittenRows, count),
    room: new Room(limits.told),
    isShort: count <= limits.open
  }
}

const isBlocks = (value: unknown): value is ReadonlyArray<Block.TopLevel> => Array.isArray(value)

/** The texts of a description that contain blocks. */
const listTexts = (specs: Iterable<Book.Book>): ReadonlyArray<Block.TopLevel> => {
  const open: Array<object> = Array.from(specs, ({ spec }) => spec)
  const found: Array<Block.TopLevel> = []
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [name, value] of Object.entries(next)) {
      if (name === "descriptionBlocks" && isBlocks(value)) found.push(...value)
      else if (typeof value === "object" && value !== null) open.push(value)
    }
  }
  return found
}

/** The blocks that are rendered in addition to those of the document. */
export const listBlocks = ({ books, operations }: ApiSheets): ReadonlyArray<Block.TopLevel> => {
  const pieces = Array.from(operations.values()).flatMap(({ examples, samples }) => [
    ...samples,
    ...Array.from(examples.values()).flat()
  ])
  return [...pieces.map(({ code }) => code), ...listTexts(books.values())]
}

/** The schemas that a block names, and the names of those that no longer exist. */
export const schemasOf = ({ data }: VoidBlock.OpenApiSchemas, { books }: Pick<ApiSheets, "books">) => {
  const book = books.get(data.ref.spec)
  const found: Array<{ readonly name: string; readonly schema: ApiDescription.ApiSchema }> = []
  const gone: Array<string> = []
  for (const name of data.schemas) {
    const schema = book?.schema(name)
    if (schema === undefined) gone.push(name)
    else found.push({ name, schema })
  }
  return { book, found, gone }
}
