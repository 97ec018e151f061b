import {
  type ApiSchema,
  type Block,
  DescriptionBlocks,
  DocumentText,
  type Inline,
  type ResolvedSchema
} from "@quire/core"
import type { Words } from "../words/Words.ts"
import type { Rows } from "./ApiDrawing.ts"
import type { Book, SchemaObject } from "./Book.ts"
import * as SchemaFacts from "./SchemaFacts.ts"
import * as ShownSchema from "./ShownSchema.ts"
import { bullets, code, item, paragraph, plain } from "./WrittenBlocks.ts"

/** `depth`: lists within each other. */
export const limits = { depth: 3 } as const

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
  readonly schema: ApiSchema.ApiSchema
  readonly isRequired: boolean
  readonly isDeprecated?: boolean
  readonly described?: DescriptionBlocks.DescribedItem
}

const factText = ({ name, values }: SchemaFacts.Fact, { api }: Words): ReadonlyArray<Inline.Text> => {
  const label = api.facts[name]
  if (values.length === 0) return [plain(`. ${label}`)]
  return [plain(`. ${label}: `), ...values.flatMap((value, at) => [...(at === 0 ? [] : [plain(", ")]), code(value)])]
}

/** The text of a description on one line. */
export const lineOf = (described: DescriptionBlocks.DescribedItem): string =>
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
  const facts = [...SchemaFacts.of(shown.facts), ...SchemaFacts.of(ShownSchema.plainItems(shown, place.book) ?? {})]
  const line = paragraph(
    code(place.rows.name(field.name)),
    plain(` (${noteOf(field, shown.facts, place)})${text === "" ? "" : `: ${text}`}`),
    ...facts.filter((fact) => room.take(SchemaFacts.lengthOf(fact))).flatMap((fact) => factText(fact, place.words))
  )
  return item(line, ...writeShown(shown, place))
}

export const writeFields = (fields: ReadonlyArray<Field>, place: FieldContext): ReadonlyArray<Block.ListUnordered> => {
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

const writeChoice = (schema: ApiSchema.ApiSchema, place: FieldContext): Block.ListItem => {
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
export const writeSchema = (schema: ApiSchema.ApiSchema, place: FieldContext): ReadonlyArray<Block.ListUnordered> =>
  writeShown(ShownSchema.look(schema, place.book, place.direction), place)
