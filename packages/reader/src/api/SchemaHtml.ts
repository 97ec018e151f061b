import { type ApiDescription, DescriptionBlocks } from "@quire/core"
import { attribute, classes } from "../document/Attributes.ts"
import type { Drawing } from "../document/Drawing.ts"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { type DrawingContext, modelLink } from "./ApiDrawing.ts"
import type { SchemaObject } from "./Book.ts"
import * as Json from "./Json.ts"
import * as ShownSchema from "./ShownSchema.ts"

export const limits = {
  depth: 6,
  values: 100,
  examples: 3,
  example: 200
} as const

export type FactName =
  | "default"
  | "constant"
  | "allowed"
  | "range"
  | "multipleOf"
  | "length"
  | "items"
  | "properties"
  | "unique"
  | "pattern"
  | "example"

/** A constraint on values; without values, its name is sufficient. */
export interface Fact {
  readonly name: FactName
  readonly values: ReadonlyArray<string>
}

type Bound = ApiDescription.ExactNumber | undefined

const between = (least: Bound, most: Bound): string | undefined => {
  if (least !== undefined && most !== undefined) return least === most ? String(least) : `${least} – ${most}`
  if (least !== undefined) return `≥ ${least}`
  return most === undefined ? undefined : `≤ ${most}`
}

const rangeOf = ({ exclusiveMaximum, exclusiveMinimum, maximum, minimum }: SchemaObject): ReadonlyArray<string> =>
  [
    between(minimum, maximum),
    exclusiveMinimum === undefined ? undefined : `> ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? undefined : `< ${exclusiveMaximum}`
  ].flatMap((each) => each ?? [])

const fact = (name: FactName, value: string | undefined): ReadonlyArray<Fact> =>
  value === undefined ? [] : [{ name, values: [value] }]

const listed = (name: FactName, values: ReadonlyArray<string>): ReadonlyArray<Fact> => {
  if (values.length === 0) return []
  const first = values.slice(0, limits.values)
  return [{ name, values: first.length < values.length ? [...first, "…"] : first }]
}

const shown = (text: string | undefined): string | undefined => (text === undefined ? undefined : Json.shown(text))

const examplesOf = ({ examples = [] }: SchemaObject): ReadonlyArray<string> =>
  examples.filter(({ length }) => length <= limits.example).slice(0, limits.examples)

/** Characters of a fact, with the markup around each value. */
export const lengthOf = ({ values }: Fact): number => values.reduce((sum, { length }) => sum + length + 20, 20)

/** The constraints that a schema has in addition to its type. */
export const of = (facts: SchemaObject): ReadonlyArray<Fact> => [
  ...fact("default", shown(facts.default)),
  ...fact("constant", shown(facts.const)),
  ...listed("allowed", facts.enum?.map(Json.shown) ?? []),
  ...listed("range", rangeOf(facts)),
  ...fact("multipleOf", facts.multipleOf === undefined ? undefined : String(facts.multipleOf)),
  ...fact("length", between(facts.minLength, facts.maxLength)),
  ...fact("items", between(facts.minItems, facts.maxItems)),
  ...fact("properties", between(facts.minProperties, facts.maxProperties)),
  ...(facts.uniqueItems === true ? [{ name: "unique" as const, values: [] }] : []),
  ...fact("pattern", facts.pattern),
  ...listed("example", examplesOf(facts).map(Json.shown))
]

type Schema = ApiDescription.ApiSchema

/** A row of a list of parameters, headers or properties. */
export interface Row {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly isDeprecated?: boolean
  readonly described?: DescriptionBlocks.DescribedItem
  readonly id?: string
  /** Example values as JSON texts. */
  readonly examples?: ReadonlyArray<string>
}

export const drawDescription = (described: DescriptionBlocks.DescribedItem, drawing: Drawing): Html => {
  const blocks = DescriptionBlocks.of(described)
  if (blocks.length === 0) return emptyHtml
  return html`<div class="api-text">${drawing.blocks(blocks)}</div>`
}

export const drawType = (schema: Schema, place: DrawingContext): Html => {
  const name = place.rows.name(ShownSchema.typeName(schema))
  const link = modelLink(schema, place)
  return link === undefined
    ? html`<span class="api-type" dir="ltr">${name}</span>${badge(ShownSchema.isUnresolved(schema), "note", place.drawing.words.api.unresolved)}`
    : html`<a class="api-type" dir="ltr"${attribute("href", link)}>${name}</a>`
}

const drawFact = ({ name, values }: Fact, { words }: Drawing): Html => {
  const label = words.api.facts[name]
  if (values.length === 0) return html`<li>${label}</li>`
  return html`<li>${label}: ${values.map((value) => html`<code>${value}</code> `)}</li>`
}

/** The constraints of a schema, as far as there is room for them. */
const drawFacts = (
  shown: ShownSchema.ShownSchema,
  { book, drawing, rows }: DrawingContext,
  examples?: ReadonlyArray<string>
): Html => {
  const items = ShownSchema.plainItems(shown, book)
  const own = of(examples === undefined ? shown.facts : { ...shown.facts, examples })
  const all = (items === undefined ? own : [...own, ...of(items)]).flatMap((fact) =>
    rows.room.take(lengthOf(fact)) ? (rows.markup.fit(drawFact(fact, drawing)) ?? []) : []
  )
  return all.length === 0 ? emptyHtml : html`<ul class="api-facts">${all}</ul>`
}

/** The description of a schema or row, if there is room for it. */
const drawTold = (described: DescriptionBlocks.DescribedItem, { drawing, rows }: DrawingContext): Html => {
  if (!rows.room.take(described.description?.length ?? 0)) return emptyHtml
  return rows.markup.fit(drawDescription(described, drawing)) ?? emptyHtml
}

const badge = (holds: boolean | undefined, kind: string, text: string): Html =>
  holds === true ? html` <span${classes("api-badge", `api-${kind}`)}>${text}</span>` : emptyHtml

const drawName = (row: Row, { rows }: DrawingContext): Html => {
  const name = rows.name(row.name)
  return row.id === undefined
    ? html`<code class="api-name">${name}</code>`
    : html`<a class="api-name" href="#${row.id}"><code>${name}</code></a>`
}

const drawHead = (row: Row, facts: SchemaObject, place: DrawingContext): Html => {
  const { api } = place.drawing.words
  const isDeprecated = row.isDeprecated === true || facts.deprecated === true
  return html`<div class="api-line">${drawName(row, place)} ${drawType(row.schema, place)}${badge(row.isRequired, "required", api.required)}${badge(isDeprecated, "deprecated", api.deprecated)}${badge(facts.readOnly, "note", api.readOnly)}${badge(facts.writeOnly, "note", api.writeOnly)}</div>`
}

/** The place within a schema; undefined where it would be within itself, or too deep. */
const enter = (names: ReadonlyArray<string>, place: DrawingContext): DrawingContext | undefined =>
  place.depth >= limits.depth || place.rows.isSpent || names.some((name) => place.open.includes(name))
    ? undefined
    : { ...place, open: [...place.open, ...names], depth: place.depth + 1 }

const drawDetails = (title: Html, inner: Html): Html => {
  if (inner === emptyHtml) return emptyHtml
  return html`<details class="api-more"><summary>${title}</summary>${inner}</details>`
}

export const drawRow = (row: Row, place: DrawingContext): Html => {
  place.rows.take()
  const { drawing } = place
  const shown = ShownSchema.look(row.schema, place.book, place.direction)
  const described = row.described?.description === undefined ? shown.facts : row.described
  const text = drawTold(described, place)
  const inner = drawInner(shown, place)
  const more = drawDetails(html`${drawing.words.api.properties}`, inner)
  return html`<li class="api-row"${attribute("id", row.id)}>${drawHead(row, shown.facts, place)}${text}${drawFacts(shown, place, row.examples)}${more}</li>`
}

export const drawRows = (rows: ReadonlyArray<Row>, place: DrawingContext): Html => {
  const drawn: Array<Html> = []
  for (const row of rows) {
    if (place.rows.isSpent && drawn.length > 0) {
      const left = place.rows
        .names(rows.slice(drawn.length).map(({ name }) => name))
        .map((name) => html`<code>${name}</code> `)
      drawn.push(html`<li class="api-row api-left">${place.drawing.words.api.moreProperties}: ${left}</li>`)
      break
    }
    drawn.push(drawRow(row, place))
  }
  return drawn.length === 0 ? emptyHtml : html`<ul class="api-rows">${drawn}</ul>`
}

const rowsOf = ({ fields, others }: ShownSchema.ShownSchema, { words }: Drawing): ReadonlyArray<Row> => [
  ...fields.map(({ isRequired, name, schema }) => ({ name, schema, isRequired })),
  ...(others === undefined ? [] : [{ name: `[${words.api.otherProperties}]`, schema: others, isRequired: false }])
]

/** Names of fields that a schema requires and something around it describes. */
const drawRequires = (names: ReadonlyArray<string>, { drawing, rows }: DrawingContext): Html =>
  names.length === 0
    ? emptyHtml
    : html`<p class="api-choice">${drawing.words.api.required}: ${rows.names(names).map((name) => html`<code>${name}</code> `)}</p>`

const drawChoice = (schema: Schema, place: DrawingContext): Html => {
  place.rows.take()
  const inner = drawInside(schema, place)
  const title = html`<span class="api-type" dir="auto">${place.rows.name(ShownSchema.choiceTitle(schema))}</span>`
  return inner === emptyHtml
    ? html`<li class="api-row">${drawType(schema, place)}</li>`
    : html`<li class="api-row">${drawDetails(title, inner)}</li>`
}

const drawChoices = ({ choices, facts }: ShownSchema.ShownSchema, place: DrawingContext): Html => {
  const { api } = place.drawing.words
  const drawn: Array<Html> = []
  for (const { kind, schemas } of choices) {
    const options: Array<Html> = []
    for (const schema of schemas) {
      if (place.rows.isSpent) break
      options.push(drawChoice(schema, place))
    }
    const { discriminator } = facts
    const suffix =
      discriminator === undefined
        ? emptyHtml
        : html` (${api.determinedBy.replace("{}", () => place.rows.name(discriminator.propertyName))})`
    drawn.push(html`<p class="api-choice">${api[kind]}${suffix}</p><ul class="api-rows">${options}</ul>`)
  }
  return drawn.length === 0 ? emptyHtml : html`${drawn}`
}

/** The inner parts of a schema: fields, items, choices. */
const drawInner = (shown: ShownSchema.ShownSchema, place: DrawingContext): Html => {
  const hasItems = shown.items !== undefined && ShownSchema.plainItems(shown, place.book) === undefined
  if (!hasItems && !ShownSchema.hasInner(shown)) return emptyHtml
  const within = enter(shown.names, place)
  if (within === undefined) return emptyHtml
  const rows = drawRows(rowsOf(shown, place.drawing), within)
  const choices = drawChoices(shown, within)
  const items = hasItems && shown.items !== undefined ? drawInside(shown.items, within) : emptyHtml
  const parts = [rows, choices, items].filter((part) => part !== emptyHtml)
  return parts.length === 0 ? emptyHtml : html`${parts}`
}

/** The details of a schema: its description, its constraints, and its inner schemas. */
const drawInside = (schema: Schema, place: DrawingContext): Html => {
  const shown = ShownSchema.look(schema, place.book, place.direction)
  const inner = drawInner(shown, place)
  const facts = drawFacts(shown, place)
  const parts = [facts, drawRequires(shown.requires, place), inner].filter((part) => part !== emptyHtml)
  return parts.length === 0 ? emptyHtml : html`${parts}`
}

/** A standalone schema, such as that of a body: its type and its details. */
export const drawSchema = (schema: Schema, place: DrawingContext): Html => {
  const { facts } = ShownSchema.look(schema, place.book, place.direction)
  const text = drawTold(facts, place)
  return html`<div class="api-schema"><div class="api-line">${drawType(schema, place)}</div>${text}${drawInside(schema, place)}</div>`
}
