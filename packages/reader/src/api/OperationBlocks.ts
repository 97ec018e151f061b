import {
  ApiBlocks,
  ApiBounds,
  type ApiDescription,
  type Block,
  DescriptionBlocks,
  DocumentText,
  DocumentTree,
  Inline,
  type PublishedPage,
  type ResolvedSchema,
  Rewriting
} from "@quire/core"
import { Effect } from "effect"
import type { Words } from "../words/Words.ts"
import { Rows } from "./ApiDrawing.ts"
import * as ApiSheets from "./ApiSheets.ts"
import type { Book, SchemaObject } from "./Book.ts"
import * as SchemaHtml from "./SchemaHtml.ts"
import { schemeName } from "./SecurityHtml.ts"
import * as ShownSchema from "./ShownSchema.ts"

/** Blocks of texts that are written rather than drawn. */

const plain = (text: string): Inline.Text => Inline.text(text)
const bold = (text: string): Inline.Text => Inline.text(text, [{ object: "mark", type: "bold" }])
const code = (text: string): Inline.Text => Inline.text(text, [{ object: "mark", type: "code" }])

const paragraph = (...nodes: ReadonlyArray<Block.InlineNode>): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes
})

const item = (...nodes: Block.ListItem["nodes"]): Block.ListItem => ({
  object: "block",
  type: "list-item",
  nodes
})

/** A list; empty without items. */
const bullets = (items: ReadonlyArray<Block.ListItem>): ReadonlyArray<Block.ListUnordered> =>
  items.length === 0 ? [] : [{ object: "block", type: "list-unordered", nodes: items }]

const heading = (title: string): Block.Heading => ({
  object: "block",
  type: "heading-2",
  data: {},
  nodes: [plain(title)]
})

export const limits = {
  blocks: 20_000,
  unresolved: 20,
  depth: 3
} as const

/** Where fields are written. */
export interface FieldContext {
  readonly book: Book
  readonly words: Words
  readonly rows: Rows
  /** Whether the content is part of a request or of a response; undefined for a model. */
  readonly direction: ResolvedSchema.Direction | undefined
  /** Names of the schemas around. */
  readonly open: ReadonlyArray<string>
  readonly depth: number
}

/** A parameter, a header or a property. */
export interface Field {
  readonly name: string
  readonly schema: ApiDescription.ApiSchema
  readonly isRequired: boolean
  readonly isDeprecated?: boolean
  readonly described?: DescriptionBlocks.DescribedItem
}

const factText = ({ name, values }: SchemaHtml.Fact, { api }: Words): ReadonlyArray<Inline.Text> => {
  const label = api.facts[name]
  if (values.length === 0) return [plain(`. ${label}`)]
  return [plain(`. ${label}: `), ...values.flatMap((value, at) => [...(at === 0 ? [] : [plain(", ")]), code(value)])]
}

/** The text of a description on one line. */
const lineOf = (described: DescriptionBlocks.DescribedItem): string =>
  DocumentText.ofDocument({ nodes: DescriptionBlocks.of(described) })
    .replace(/\s+/g, " ")
    .trim()

const noteOf = (field: Field, facts: SchemaObject, { rows, words: { api } }: FieldContext): string =>
  [
    rows.name(ShownSchema.typeName(field.schema)),
    ...(field.isRequired ? [api.required] : []),
    ...(field.isDeprecated === true || facts.deprecated === true ? [api.deprecated] : []),
    ...(facts.readOnly === true ? [api.readOnly] : []),
    ...(facts.writeOnly === true ? [api.writeOnly] : []),
    ...(ShownSchema.isUnresolved(field.schema) ? [api.unresolved] : [])
  ].join(", ")

const writeField = (field: Field, place: FieldContext): Block.ListItem => {
  place.rows.take()
  const shown = ShownSchema.look(field.schema, place.book, place.direction)
  const { room } = place.rows
  const details = field.described?.description === undefined ? shown.facts : field.described
  const text = room.take(details.description?.length ?? 0) ? lineOf(details).replace(/\.$/, "") : ""
  const facts = [...SchemaHtml.of(shown.facts), ...SchemaHtml.of(ShownSchema.plainItems(shown, place.book) ?? {})]
  const line = paragraph(
    code(place.rows.name(field.name)),
    plain(` (${noteOf(field, shown.facts, place)})${text === "" ? "" : `: ${text}`}`),
    ...facts.filter((fact) => room.take(SchemaHtml.lengthOf(fact))).flatMap((fact) => factText(fact, place.words))
  )
  return item(line, ...writeShown(shown, place))
}

const writeFields = (fields: ReadonlyArray<Field>, place: FieldContext): ReadonlyArray<Block.ListUnordered> => {
  const items: Array<Block.ListItem> = []
  for (const field of fields) {
    if (place.rows.isSpent && items.length > 0) {
      const left = place.rows.names(fields.slice(items.length).map(({ name }) => name))
      items.push(item(paragraph(plain(`${place.words.api.moreProperties}: `), code(left.join(", ")))))
      break
    }
    items.push(writeField(field, place))
  }
  return bullets(items)
}

const writeChoice = (schema: ApiDescription.ApiSchema, place: FieldContext): Block.ListItem => {
  place.rows.take()
  const title = place.rows.name(ShownSchema.choiceTitle(schema))
  return item(paragraph(code(title)), ...writeSchema(schema, place))
}

const writeShown = (shown: ShownSchema.ShownSchema, place: FieldContext): ReadonlyArray<Block.ListUnordered> => {
  const isInner = shown.names.some((name) => place.open.includes(name))
  if (isInner || place.depth >= limits.depth || place.rows.isSpent) return []
  const within = { ...place, open: [...place.open, ...shown.names], depth: place.depth + 1 }
  const { api } = place.words
  const others =
    shown.others === undefined ? [] : [{ name: `[${api.otherProperties}]`, schema: shown.others, isRequired: false }]
  const choices = shown.choices.map(({ kind, schemas }) =>
    item(paragraph(plain(api[kind])), ...bullets(schemas.map((schema) => writeChoice(schema, within))))
  )
  const requires =
    shown.requires.length === 0
      ? []
      : [item(paragraph(plain(`${api.required}: `), code(place.rows.names(shown.requires).join(", "))))]
  return [
    ...writeFields([...shown.fields, ...others], within),
    ...bullets(requires),
    ...bullets(choices),
    ...(shown.items === undefined ? [] : writeSchema(shown.items, within))
  ]
}

/** The inner parts of a schema: lists of fields and of alternatives. */
const writeSchema = (schema: ApiDescription.ApiSchema, place: FieldContext): ReadonlyArray<Block.ListUnordered> =>
  writeShown(ShownSchema.look(schema, place.book, place.direction), place)

type Blocks = ReadonlyArray<Block.TopLevel>

/** State of rendering one operation. */
interface Open extends FieldContext {
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

const fieldOf = (carried: ApiDescription.Parameter | ApiDescription.Header): Field => ({
  name: carried.name,
  schema: carried.schema ?? carried.content?.[0]?.schema ?? true,
  isRequired: carried.required === true,
  isDeprecated: carried.deprecated === true,
  described: carried
})

const writeParameters = (open: Open): Blocks =>
  places.flatMap((place) => {
    const found = (open.sheet.operation.parameters ?? []).filter((each) => each.in === place)
    return titled(open.words.api.parameters[place], writeFields(found.map(fieldOf), open))
  })

const typeOf = ({ schema, type }: ApiDescription.Content, { rows, words }: Open): ReadonlyArray<Inline.Text> => {
  if (schema === undefined) return [code(type)]
  const note = ShownSchema.isUnresolved(schema) ? [plain(` (${words.api.unresolved})`)] : []
  return [code(type), plain(" "), code(rows.name(ShownSchema.typeName(schema))), ...note]
}

/** Unresolved references. */
const writeUnresolved = (refs: ReadonlyArray<string> = [], { words }: Open): ReadonlyArray<Block.Paragraph> =>
  refs.slice(0, limits.unresolved).map((ref) => paragraph(plain(`${words.api.unresolved}: `), code(ref)))

const writeContent = (content: ApiDescription.Content, open: Open): Block.ListItem =>
  item(
    paragraph(...typeOf(content, open)),
    ...(content.schema === undefined ? [] : writeSchema(content.schema, open)),
    ...(open.isShort ? (open.sheet.examples.get(content) ?? []).slice(0, 1).map((piece) => piece.code) : [])
  )

const writeBody = (open: Open): Blocks => {
  const { body } = open.sheet.operation
  if (body === undefined) return []
  const contents = bullets(body.content.map((content) => writeContent(content, open)))
  return titled(open.words.api.body, [...DescriptionBlocks.of(body), ...contents])
}

const writeAnswer = (response: ApiDescription.Response, outer: Open): Block.ListItem => {
  const open: Open = { ...outer, direction: "response" }
  const { content = [], headers = [], status, unresolved } = response
  const text = lineOf(response)
  const headerFields = writeFields(headers.map(fieldOf), open)
  return item(
    paragraph(bold(status), plain(text === "" ? "" : ` ${text}`)),
    ...writeUnresolved(unresolved === undefined ? [] : [unresolved], open),
    ...bullets(content.map((each) => writeContent(each, open))),
    ...(headerFields.length === 0 ? [] : [paragraph(plain(open.words.api.headers)), ...headerFields])
  )
}

/** A request that the API itself sends. */
const writeCallback = ({ name, operation }: ApiDescription.Callback, outer: Open): Blocks => {
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
    return [heading(name), paragraph(code(ShownSchema.typeName(schema))), ...text, ...writeSchema(schema, place)]
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

/** The blocks in place of each that names operations or schemas. */
const writeAll = (
  document: DocumentTree.BlockRoot,
  sheets: ApiSheets.ApiSheets,
  words: Words
): ReadonlyMap<Block.TopLevel, Blocks> => {
  const written = new Map<Block.TopLevel, Blocks>()
  let left: number = limits.blocks
  for (const [block] of DocumentTree.walk(document)) {
    if (!ApiBlocks.isApiBlock(block)) continue
    const isBrief = left <= 0 && block.type !== "openapi-schemas"
    const blocks = isBrief ? writeBrief(block, sheets, words) : write(block, sheets, words)
    const count = Array.from(DocumentTree.walk({ nodes: blocks })).length
    written.set(block, blocks)
    left -= count
  }
  return written
}

type Page = Pick<PublishedPage.PublishedPage, "document" | "specs">

/** The blocks of a page, with operation and schema blocks replaced by ordinary blocks. */
export const replace = (page: Page, words: Words): Effect.Effect<Blocks> =>
  Effect.gen(function* () {
    const sheets = ApiSheets.prepare(page.document, page.specs ?? [])
    const written = writeAll(page.document, sheets, words)
    const rewrite = Rewriting.make({
      block: (block) => written.get(block) ?? block,
      inlines: (inlines) => inlines,
      codeInlines: (inlines) => inlines
    })
    return rewrite(page.document.nodes)
  })
