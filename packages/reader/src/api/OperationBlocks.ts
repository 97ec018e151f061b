import {
  ApiBlocks,
  ApiBounds,
  type ApiOperation,
  type Block,
  DescriptionBlocks,
  DocumentTree,
  type Inline,
  type PublishedPage,
  Rewriting,
  Slices
} from "@quire/core"
import { Effect } from "effect"
import type { Words } from "../words/Words.ts"
import { Rows } from "./ApiDrawing.ts"
import * as ApiSheets from "./ApiSheets.ts"
import * as FieldLists from "./FieldLists.ts"
import { schemeName } from "./SecurityHtml.ts"
import * as ShownSchema from "./ShownSchema.ts"
import { bold, bullets, code, heading, item, paragraph, plain } from "./WrittenBlocks.ts"

type Blocks = ReadonlyArray<Block.TopLevel>

/** `blocks`: blocks of one page; further content is only listed. `unresolved`: references that are named. */
export const limits = { blocks: 20_000, unresolved: 20 } as const

/** State of rendering one operation. */
interface Open extends FieldLists.FieldContext {
  readonly sheet: ApiSheets.OperationSheet
  /** Whether there is room for examples of requests and responses. */
  readonly isShort: boolean
}

const titled = (title: string, blocks: Blocks): Blocks =>
  blocks.length === 0 ? [] : [paragraph(bold(title)), ...blocks]

const callOf = ({ book, sheet: { operation } }: Open): Block.Paragraph => {
  const [server] = operation.isWebhook === true ? [] : (operation.servers ?? book.spec.servers)
  const base = server === undefined ? "" : ApiBounds.urlOf(server)
  return paragraph(code(`${operation.method.toUpperCase()} ${base}${operation.path}`))
}

const writeSecurity = ({ book, sheet, words }: Open): Blocks => {
  const all = sheet.operation.security ?? book.spec.security
  if (all === undefined) return []
  const ways = ApiBounds.requirements(all)
  const { api } = words
  const items = (ways.length === 0 ? [[]] : ways).map((needed) => {
    const names = needed.map(({ scheme, scopes }) => {
      const known = book.scheme(scheme)
      const name = known === undefined ? scheme : schemeName(known)
      return scopes.length === 0 ? name : `${name}: ${scopes.join(", ")}`
    })
    return item(paragraph(plain(names.length === 0 ? api.noAuthentication : names.join(" + "))))
  })
  return titled(api.authentication, bullets(items))
}

const places = ["path", "query", "header", "cookie"] as const

const fieldOf = (carried: ApiOperation.Parameter | ApiOperation.Header): FieldLists.Field => ({
  name: carried.name,
  schema: carried.schema ?? carried.content?.[0]?.schema ?? true,
  isRequired: carried.required === true,
  isDeprecated: carried.deprecated === true,
  described: carried
})

const writeParameters = (open: Open): Blocks =>
  places.flatMap((place) => {
    const found = (open.sheet.operation.parameters ?? []).filter((each) => each.in === place)
    return titled(open.words.api.parameters[place], FieldLists.writeFields(found.map(fieldOf), open))
  })

const typeOf = ({ schema, type }: ApiOperation.Content, { rows, words }: Open): ReadonlyArray<Inline.Text> => {
  if (schema === undefined) return [code(type)]
  const note = ShownSchema.isUnresolved(schema) ? [plain(` (${words.api.unresolved})`)] : []
  return [code(type), plain(" "), code(rows.name(ShownSchema.typeName(schema))), ...note]
}

/** Unresolved references. */
const writeUnresolved = (refs: ReadonlyArray<string> = [], { words }: Open): ReadonlyArray<Block.Paragraph> =>
  refs.slice(0, limits.unresolved).map((ref) => paragraph(plain(`${words.api.unresolved}: `), code(ref)))

const writeContent = (content: ApiOperation.Content, open: Open): Block.ListItem =>
  item(
    paragraph(...typeOf(content, open)),
    ...(content.schema === undefined ? [] : FieldLists.writeSchema(content.schema, open)),
    ...(open.isShort ? (open.sheet.examples.get(content) ?? []).slice(0, 1).map((piece) => piece.code) : [])
  )

const writeBody = (open: Open): Blocks => {
  const { body } = open.sheet.operation
  if (body === undefined) return []
  const contents = bullets(body.content.map((content) => writeContent(content, open)))
  return titled(open.words.api.body, [...DescriptionBlocks.of(body), ...contents])
}

const writeAnswer = (response: ApiOperation.Response, outer: Open): Block.ListItem => {
  const open: Open = { ...outer, direction: "response" }
  const { content = [], headers = [], status, unresolved } = response
  const text = FieldLists.lineOf(response)
  const headerFields = FieldLists.writeFields(headers.map(fieldOf), open)
  return item(
    paragraph(bold(status), plain(text === "" ? "" : ` ${text}`)),
    ...writeUnresolved(unresolved === undefined ? [] : [unresolved], open),
    ...bullets(content.map((each) => writeContent(each, open))),
    ...(headerFields.length === 0 ? [] : [paragraph(plain(open.words.api.headers)), ...headerFields])
  )
}

/** A request that the API itself sends. */
const writeCallback = ({ name, operation }: ApiOperation.Callback, outer: Open): Blocks => {
  const open: Open = { ...outer, sheet: { ...outer.sheet, operation } }
  const answers = bullets(operation.responses.map((response) => writeAnswer(response, open)))
  const summary = operation.summary === undefined ? "" : ` ${operation.summary}`
  return [
    paragraph(bold(name), plain(" "), code(`${operation.method.toUpperCase()} ${operation.path}`), plain(summary)),
    ...DescriptionBlocks.of(operation),
    ...writeUnresolved(operation.unresolved, open),
    ...writeParameters(open),
    ...writeBody(open),
    ...titled(open.words.api.answers, answers)
  ]
}

const writeOperation = (open: Open): Blocks => {
  const { sheet, words } = open
  const { isDescribed, isTitled, operation, samples } = sheet
  const answers = bullets(operation.responses.map((response) => writeAnswer(response, open)))
  return [
    ...(isTitled ? [] : [heading(ApiBlocks.titleOf(operation))]),
    callOf(open),
    ...(operation.deprecated === true ? [paragraph(bold(words.api.deprecated))] : []),
    ...(isDescribed ? [] : DescriptionBlocks.of(operation)),
    ...writeSecurity(open),
    ...writeUnresolved(operation.unresolved, open),
    ...writeParameters(open),
    ...writeBody(open),
    ...titled(
      words.api.request,
      samples.slice(0, 1).map((piece) => piece.code)
    ),
    ...titled(words.api.answers, answers),
    ...titled(
      words.api.callbacks,
      (operation.callbacks ?? []).flatMap((each) => writeCallback(each, open))
    )
  ]
}

const writeBrief = (block: ApiBlocks.OperationBlock, { books }: ApiSheets.ApiSheets, { api }: Words): Blocks => {
  const { isWebhook, method, path } = ApiBlocks.nameOf(block)
  const listed = books.get(block.data.ref.spec)?.listed(method, path, isWebhook)
  const text = listed === undefined ? api.goneOperation : (listed.summary ?? "")
  return [paragraph(code(`${method.toUpperCase()} ${path}`), plain(text === "" ? "" : `: ${text}`))]
}

const writeModels = (
  block: Extract<ApiBlocks.ApiBlock, { readonly type: "openapi-schemas" }>,
  sheets: ApiSheets.ApiSheets,
  words: Words
): Blocks => {
  const { book, found, gone } = ApiSheets.schemasOf(block, sheets)
  const models = found.flatMap(({ name, schema }): Blocks => {
    if (book === undefined) return []
    const place = {
      book,
      words,
      rows: new Rows(sheets.writtenShare, sheets.room),
      direction: undefined,
      open: [name],
      depth: 0
    }
    const text = DescriptionBlocks.of(ShownSchema.look(schema, book).facts)
    return [
      heading(name),
      paragraph(code(ShownSchema.typeName(schema))),
      ...text,
      ...FieldLists.writeSchema(schema, place)
    ]
  })
  const notes = gone.map((name) => paragraph(code(name), plain(`: ${words.api.goneSchema}`)))
  return [...models, ...notes]
}

const write = (block: ApiBlocks.ApiBlock, sheets: ApiSheets.ApiSheets, words: Words): Blocks => {
  if (block.type === "openapi-schemas") return writeModels(block, sheets, words)
  const sheet = sheets.operations.get(block)
  if (sheet === undefined) return writeBrief(block, sheets, words)
  const { isShort, room, writtenShare } = sheets
  const { book } = sheet
  return writeOperation({
    book,
    words,
    rows: new Rows(writtenShare, room),
    direction: "request",
    open: [],
    depth: 0,
    sheet,
    isShort
  })
}

/** Units of work (`Slices`) of a block that is written. */
const blockWork = 3

/** The blocks in place of each that names operations or schemas. */
function* writeAll(
  document: DocumentTree.BlockRoot,
  sheets: ApiSheets.ApiSheets,
  words: Words
): Slices.Steps<ReadonlyMap<Block.TopLevel, Blocks>> {
  const written = new Map<Block.TopLevel, Blocks>()
  let left: number = limits.blocks
  for (const [block] of DocumentTree.walk(document)) {
    yield 1
    if (!ApiBlocks.isApiBlock(block)) continue
    const isBrief = left <= 0 && block.type !== "openapi-schemas"
    const blocks = isBrief ? writeBrief(block, sheets, words) : write(block, sheets, words)
    const count = Array.from(DocumentTree.walk({ nodes: blocks })).length
    written.set(block, blocks)
    left -= count
    yield count * blockWork
  }
  return written
}

type Page = Pick<PublishedPage.PublishedPage, "document" | "specs">

/** The blocks of a page, with operation and schema blocks replaced by ordinary blocks. */
export const replace = (page: Page, words: Words): Effect.Effect<Blocks> =>
  Effect.gen(function* () {
    const sheets = yield* Slices.run(ApiSheets.prepare(page.document, page.specs ?? []))
    const written = yield* Slices.run(writeAll(page.document, sheets, words))
    const rewrite = Rewriting.make({
      block: (block) => written.get(block) ?? block,
      inlines: (inlines) => inlines,
      codeInlines: (inlines) => inlines
    })
    const weight = (node: Block.TopLevel) => Slices.weighItem(written.get(node) ?? node)
    return (yield* Slices.map(page.document.nodes, (node) => rewrite([node]), { weight })).flat()
  })
