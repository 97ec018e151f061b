import * as ExactJson from "../../foundation/text/ExactJson.ts"
import type { ApiSchema, ApiSchemaObject } from "./ApiDescription.ts"
import * as ResolvedSchema from "./ResolvedSchema.ts"

type Json = ExactJson.ExactJson
type Resolved = ResolvedSchema.ResolvedSchema

/** Limits of a generated value: its depth, its number of values, and characters of names and given values. */
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

/** The least number that a schema allows. */
const numberOf = ({ exclusiveMinimum, minimum }: ApiSchemaObject): Json => {
  const least = minimum ?? exclusiveMinimum
  if (least === undefined) return 1
  const [number, more] = [Number(least), minimum === undefined ? 1 : 0]
  if (typeof least === "number" || Math.abs(number) < Number.MAX_SAFE_INTEGER) return number + more
  return new ExactJson.Literal(/^-?\d+$/.test(least) ? String(BigInt(least) + BigInt(more)) : least)
}

/** The property by which a discriminator selects a schema, with its value. */
interface Tag {
  readonly name: string
  readonly value: string
}

interface Making {
  readonly schemas: ResolvedSchema.Lookup
  readonly direction: ResolvedSchema.Direction | undefined
  /** Names of the schemas whose values are being generated. */
  readonly open: ReadonlyArray<string>
  readonly depth: number
  readonly tag: Tag | undefined
  /** The remaining budget of a generated value. */
  readonly left: { count: number; characters: number }
}

const below = (making: Making, names: ReadonlyArray<string>): Making => ({
  ...making,
  open: [...making.open, ...names],
  depth: making.depth + 1,
  tag: undefined
})

/** A given value without the properties that do not apply in this direction. */
const omit = (value: Json, schema: ApiSchema, making: Making): Json => {
  const { fields, items, others } = ResolvedSchema.resolve(schema, making.schemas, making.direction)
  if (Array.isArray(value)) return items === undefined ? value : value.map((item: Json) => omit(item, items, making))
  if (!ExactJson.isRecord(value)) return value
  const known = new Map(fields.map((field) => [field.name, field]))
  const kept = Object.entries(value).flatMap(([name, each]) => {
    const field = known.get(name)
    if (field?.isOmitted === true) return []
    const inner = field?.schema ?? others
    return [[name, inner === undefined || typeof each !== "object" ? each : omit(each, inner, making)] as const]
  })
  return Object.fromEntries(kept)
}

/** An example value that the schema itself contains. */
const givenBy = (schema: ApiSchema, { facts }: Resolved, making: Making): Json | undefined => {
  const text = facts.examples?.[0] ?? facts.const ?? facts.default ?? facts.enum?.[0]
  if (text === undefined || text.length > making.left.characters) return undefined
  making.left.characters -= text.length
  const value = ExactJson.parse(text)
  return value === undefined || making.direction === undefined ? value : omit(value, schema, making)
}

const objectOf = ({ fields, names, others }: Resolved, making: Making): { readonly [name: string]: Json } => {
  const inner = below(making, names)
  const { tag } = making
  const own = fields
    .filter(({ isOmitted, schema }) => !isOmitted && ResolvedSchema.objectOf(schema).deprecated !== true)
    .flatMap(({ name, schema }) => {
      if (name.length > making.left.characters) return []
      making.left.characters -= name.length
      const value = name === tag?.name ? tag.value : makeOf(schema, inner)
      return value === undefined ? [] : [[name, value] as const]
    })
  const tagEntries =
    tag === undefined || own.some(([name]) => name === tag.name) ? [] : [[tag.name, tag.value] as const]
  const other = others === undefined || own.length > 0 ? undefined : makeOf(others, inner)
  return Object.fromEntries([...tagEntries, ...own, ...(other === undefined ? [] : [["key", other] as const])])
}

const listOf = ({ items, names }: Resolved, making: Making): Json => {
  const item = items === undefined ? undefined : makeOf(items, below(making, names))
  return item === undefined ? [] : [item]
}

/** The schema chosen as an example of a choice, and the discriminator tag for it or for the schema itself. */
interface Choice {
  readonly schema?: ApiSchema
  readonly tag?: Tag
}

const choose = ({ choices, facts, names }: Resolved, { schemas, tag }: Making): Choice => {
  const first = choices[0]?.schemas[0]
  const { discriminator } = facts
  const inFirst: Choice = first === undefined ? {} : { schema: first }
  if (discriminator === undefined) return inFirst
  const { mapping = [], propertyName: name } = discriminator
  if (tag?.name === name) return {}
  const valueOf = (schema: string) => mapping.find((each) => each.schema === schema)?.value
  const ref = first === undefined ? undefined : ResolvedSchema.objectOf(first).ref
  if (first !== undefined)
    return ref === undefined ? inFirst : { ...inFirst, tag: { name, value: valueOf(ref) ?? ref } }
  const own = names.find((each) => valueOf(each) !== undefined) ?? (names.length > 1 ? names[0] : undefined)
  if (own !== undefined) return { tag: { name, value: valueOf(own) ?? own } }
  const mapped = mapping.find((each) => schemas.schema(each.schema) !== undefined)
  return mapped === undefined ? {} : { schema: { ref: mapped.schema }, tag: { name, value: mapped.value } }
}

const ofType = (resolved: Resolved, making: Making): Json | undefined => {
  const { facts, fields, items, names, others } = resolved
  const types = ResolvedSchema.typesOf(facts)
  const type = types.find((each) => each !== "null") ?? types[0]
  const { schema: chosen, tag = making.tag } = choose(resolved, making)
  // A schema selected by a discriminator describes the same value as the schema with the discriminator, so it is not a
  // part of it.
  const within = tag === undefined ? below(making, names) : { ...making, depth: making.depth + 1, tag }
  const value = chosen === undefined ? undefined : makeOf(chosen, within)
  if (type === "object" || (type === undefined && (fields.length > 0 || others !== undefined || (tag && !chosen)))) {
    return { ...objectOf(resolved, { ...making, tag }), ...(ExactJson.isRecord(value) ? value : {}) }
  }
  if (chosen !== undefined) return value
  if (type === "array" || (type === undefined && items !== undefined)) return listOf(resolved, making)
  if (type === "integer" || type === "number") return numberOf(facts)
  if (type === "boolean") return true
  return type === "null" ? null : formatted(facts.format)
}

/** Undefined where a value would be part of itself, or too much. */
const makeOf = (schema: ApiSchema, making: Making): Json | undefined => {
  if (making.depth >= limits.depth || making.left.count <= 0) return undefined
  making.left.count -= 1
  const resolved = ResolvedSchema.resolve(schema, making.schemas, making.direction)
  const isInner = resolved.names.some((name) => making.open.includes(name))
  return isInner ? undefined : (givenBy(schema, resolved, making) ?? ofType(resolved, making))
}

/** A value that a schema allows in one direction, as far as it can be generated. */
export const of = (
  schema: ApiSchema,
  schemas: ResolvedSchema.Lookup,
  direction?: ResolvedSchema.Direction
): Json | undefined =>
  makeOf(schema, {
    schemas,
    direction,
    open: [],
    depth: 0,
    tag: undefined,
    left: { count: limits.values, characters: limits.characters }
  })
