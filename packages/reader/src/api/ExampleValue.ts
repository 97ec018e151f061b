import type { ApiSchema } from "@quire/core"
import type { Book, SchemaObject } from "./Book.ts"
import * as Json from "./Json.ts"
import * as ShownSchema from "./ShownSchema.ts"

type Schema = ApiSchema.ApiSchema

/** Of a value that is made up: how deep it is, how many values are in it, and characters of names and given values. */
export const limits = { depth: 6, values: 150, characters: 8_000 } as const

const formats: { readonly [format: string]: string } = {
  date: "2026-01-31",
  "date-time": "2026-01-31T09:30:00Z",
  time: "09:30:00Z",
  email: "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "123e4567-e89b-12d3-a456-426614174000"
}

const formatted = (format: string | undefined): string =>
  format !== undefined && Object.hasOwn(formats, format) ? (formats[format] ?? "text") : "text"

const numberOf = ({ exclusiveMinimum, minimum }: SchemaObject): number =>
  minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)

/** A value that the schema itself gives. */
const givenBy = (
  { const: constant, default: byDefault, enum: values, examples }: SchemaObject,
  { left }: Making
): unknown => {
  const text = examples?.[0] ?? constant ?? byDefault ?? values?.[0]
  if (text === undefined || text.length > left.characters) return undefined
  left.characters -= text.length
  return Json.parse(text)
}

interface Making {
  readonly book: Book
  /** Names of the schemas that are being made. */
  readonly open: ReadonlyArray<string>
  readonly depth: number
  /** What may still be made. */
  readonly left: { count: number; characters: number }
}

const below = (making: Making, names: ReadonlyArray<string>): Making => ({
  ...making,
  open: [...making.open, ...names],
  depth: making.depth + 1
})

const objectOf = ({ fields, names, others }: ShownSchema.ShownSchema, making: Making): unknown => {
  const inner = below(making, names)
  const own = fields
    .filter(({ schema }) => ShownSchema.objectOf(schema).deprecated !== true)
    .flatMap(({ name, schema }) => {
      if (name.length > making.left.characters) return []
      making.left.characters -= name.length
      const value = makeOf(schema, inner)
      return value === undefined ? [] : [[name, value] as const]
    })
  const other = others === undefined || own.length > 0 ? undefined : makeOf(others, inner)
  return Object.fromEntries(other === undefined ? own : [...own, ["key", other]])
}

const listOf = ({ items, names }: ShownSchema.ShownSchema, making: Making): unknown => {
  const item = items === undefined ? undefined : makeOf(items, below(making, names))
  return item === undefined ? [] : [item]
}

const isObject = ({ fields, others }: ShownSchema.ShownSchema, type: string | undefined): boolean =>
  type === "object" || (type === undefined && (fields.length > 0 || others !== undefined))

const ofType = (shown: ShownSchema.ShownSchema, making: Making): unknown => {
  const { choices, facts, items } = shown
  const type = facts.types?.find((each) => each !== "null") ?? facts.types?.[0]
  const chosen = choices[0]?.schemas[0]
  if (chosen !== undefined && shown.fields.length === 0) return makeOf(chosen, below(making, shown.names))
  if (isObject(shown, type)) return objectOf(shown, making)
  if (type === "array" || (type === undefined && items !== undefined)) return listOf(shown, making)
  if (type === "integer" || type === "number") return numberOf(facts)
  if (type === "boolean") return true
  return type === "null" ? null : formatted(facts.format)
}

/** Undefined where a value would be part of itself, or too much. */
const makeOf = (schema: Schema, making: Making): unknown => {
  if (making.depth >= limits.depth || making.left.count <= 0) return undefined
  making.left.count -= 1
  const shown = ShownSchema.look(schema, making.book)
  if (shown.names.some((name) => making.open.includes(name))) return undefined
  return givenBy(shown.facts, making) ?? ofType(shown, making)
}

/** A value that a schema allows, as far as it can be made up. */
export const of = (schema: Schema, book: Book): unknown =>
  makeOf(schema, { book, open: [], depth: 0, left: { count: limits.values, characters: limits.characters } })
