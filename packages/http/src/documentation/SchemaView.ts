import { emptyHtml, type Html, html } from "@quire/reader"
import * as Prose from "./Prose.ts"

interface JsonSchema {
  readonly [keyword: string]: unknown
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const filterSchemas = (value: unknown): ReadonlyArray<JsonSchema> =>
  Array.isArray(value) ? value.filter(isSchema) : []

const filterStrings = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : []

const joinHtml = (parts: ReadonlyArray<Html>, separator: string): Html =>
  parts.reduce((whole, part, index) => (index === 0 ? part : html`${whole}${separator}${part}`), emptyHtml)

const schemaName = (reference: string) => decodeURIComponent(reference.replace("#/components/schemas/", ""))

/** The anchor of a named schema. */
export const anchor = (name: string) => `schema-${name}`

const link = (reference: string): Html => {
  const name = schemaName(reference)
  return html`<a href="schemas#${anchor(name)}">${name}</a>`
}

const hasChoice = (schema: unknown): boolean =>
  isSchema(schema) && ["enum", "anyOf", "oneOf"].some((keyword) => Array.isArray(schema[keyword]))

/** Renders a schema in one line, as a type; named schemas become links. */
export const type = (schema: unknown): Html => {
  if (!isSchema(schema)) return html`anything`
  const { $ref, anyOf, const: constant, enum: values, items, oneOf } = schema
  if (typeof $ref === "string") return link($ref)
  if (Array.isArray(values))
    return joinHtml(
      values.map((value) => html`${JSON.stringify(value)}`),
      " | "
    )
  if (constant !== undefined) return html`${JSON.stringify(constant)}`
  if (Array.isArray(anyOf) || Array.isArray(oneOf)) return joinHtml(filterSchemas(anyOf ?? oneOf).map(type), " | ")
  if (schema["type"] === "array") return hasChoice(items) ? html`(${type(items)})[]` : html`${type(items)}[]`
  if (schema["type"] === "object") return schema["properties"] === undefined ? html`{ … }` : objectType(schema)
  return html`${typeof schema["type"] === "string" ? schema["type"] : "anything"}`
}

interface Property {
  readonly name: string
  /** Location of a parameter, such as path or query. */
  readonly place?: string
  readonly isRequired: boolean
  readonly schema: JsonSchema
}

const propertiesOf = (schema: JsonSchema): ReadonlyArray<Property> => {
  const { properties } = schema
  const required = new Set(filterStrings(schema["required"]))
  return isSchema(properties)
    ? Object.entries(properties).flatMap(([name, property]) =>
        isSchema(property) ? [{ name, isRequired: required.has(name), schema: property }] : []
      )
    : []
}

const objectType = (schema: JsonSchema): Html =>
  html`{ ${joinHtml(
    propertiesOf(schema).map(({ isRequired, name, schema }) => html`${name}${isRequired ? "" : "?"}: ${type(schema)}`),
    ", "
  )} }`

const constraints = [
  "format",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "pattern",
  "default"
]

const renderNotes = (schema: JsonSchema): Html =>
  joinHtml(
    [
      ...(typeof schema["description"] === "string" ? [Prose.renderCode(schema["description"])] : []),
      ...constraints
        .filter((keyword) => schema[keyword] !== undefined)
        .map((keyword) => html`<code>${keyword} ${JSON.stringify(schema[keyword])}</code>`)
    ],
    " "
  )

const row = ({ isRequired, name, place, schema }: Property): Html => {
  const marks = [...(place === undefined ? [] : [place]), ...(isRequired ? [] : ["optional"])].join(", ")
  const marked = marks === "" ? emptyHtml : html` <i>${marks}</i>`
  return html`<div><dt><code>${name}</code> ${type(schema)}${marked}</dt><dd>${renderNotes(schema)}</dd></div>`
}

/** Renders properties as a list: name, type and notes. */
export const rows = (properties: ReadonlyArray<Property>): Html => html`<dl class="fields">${properties.map(row)}</dl>`

/** Renders a schema as a list of its properties, or as its type when it has none. */
export const table = (schema: unknown): Html => {
  const properties = isSchema(schema) ? propertiesOf(schema) : []
  return properties.length === 0 ? html`<p><code>${type(schema)}</code></p>` : rows(properties)
}
