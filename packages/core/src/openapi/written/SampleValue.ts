import { Option, Schema } from "effect"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import * as ApiBounds from "../description/ApiBounds.ts"
import type { ApiSchema } from "../description/ApiSchema.ts"
import type { Schemas } from "./PropertyRows.ts"

export const limits = {
  /** Values in values. */
  depth: 4,
  /** Properties of one object. */
  properties: 40,
  /** Characters of the text of a value. */
  textLength: 4_000,
  /** Values of a sample that is made up, and characters of those that the description gives. */
  values: 200,
  characters: 8_000,
  /** Characters of a sample on lines. */
  printed: 20_000
} as const

/** What may still be put into a sample. */
interface Room {
  values: number
  characters: number
}

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Json))

/** The value that a text says, where there is room for it. */
const parsed = (text: string | undefined, room: Room): Option.Option<Json> => {
  if (text === undefined || text.length > Math.min(limits.textLength, room.characters)) return Option.none()
  const value = parse(text)
  if (Option.isSome(value)) room.characters -= text.length
  return value
}

const byFormat: { readonly [format: string]: string } = {
  date: "2025-01-31",
  "date-time": "2025-01-31T12:00:00Z",
  email: "user@example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
  uri: "https://example.com"
}

const plain = (type: string | undefined, format: string | undefined): Json => {
  if (type === "integer" || type === "number") return 0
  if (type === "boolean") return true
  if (type === "null") return null
  return byFormat[format ?? ""] ?? "text"
}

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const makeOf = (schemas: Schemas, schema: ApiSchema | undefined, depth: number, room: Room): Json => {
  room.values -= 1
  if (schema === undefined || typeof schema === "boolean") return "text"
  for (const text of [schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]]) {
    const given = parsed(text, room)
    if (Option.isSome(given)) return given.value
  }
  const inner = (each: ApiSchema | undefined) => makeOf(schemas, each, depth - 1, room)
  if (schema.ref !== undefined) return depth === 0 || room.values <= 0 ? {} : inner(schemas.get(schema.ref))
  const [type] = schema.types ?? (schema.properties === undefined ? [] : ["object"])
  if (schema.allOf !== undefined && depth > 0) {
    const parts = schema.allOf.map((part) => (room.values > 0 ? inner(part) : {})).filter(isRecord)
    return Object.assign({}, ...parts, objectOf(schemas, schema.properties, depth, room))
  }
  const choice = schema.oneOf?.[0] ?? schema.anyOf?.[0]
  if (choice !== undefined && depth > 0) return inner(choice)
  if (type === "array") return depth === 0 ? [] : [inner(schema.items)]
  return type === "object" ? objectOf(schemas, schema.properties, depth, room) : plain(type, schema.format)
}

const objectOf = (
  schemas: Schemas,
  properties: Exclude<ApiSchema, boolean>["properties"],
  depth: number,
  room: Room
): { readonly [key: string]: Json } => {
  const made: Array<readonly [string, Json]> = []
  const written = (properties ?? []).filter(({ schema }) => typeof schema === "boolean" || schema.readOnly !== true)
  for (const { name, schema } of depth === 0 ? [] : written.slice(0, limits.properties)) {
    if (room.values <= 0 || name.length > room.characters) break
    room.characters -= name.length
    made.push([name, makeOf(schemas, schema, depth - 1, room)])
  }
  return Object.fromEntries(made)
}

/** A value that fits a schema as far as can be told: what the description gives as an example, or one made up. */
export const sample = (schemas: Schemas, schema: ApiSchema | undefined): Json =>
  makeOf(schemas, schema, limits.depth, { values: limits.values, characters: limits.characters })

const print = (value: Json): string => JSON.stringify(value, null, 2)

/** What a media type's body may look like: the description's own example, or one made of its schema. */
export const textOf = (
  schemas: Schemas,
  content: { readonly schema?: ApiSchema; readonly examples?: ReadonlyArray<{ readonly value?: string }> }
): string => {
  const room: Room = { values: 0, characters: limits.textLength }
  for (const { value } of content.examples ?? []) {
    const given = parsed(value, room)
    if (Option.isSome(given) && ApiBounds.fitsOnLines(given.value, limits.printed)) return print(given.value)
  }
  const made = sample(schemas, content.schema)
  return ApiBounds.fitsOnLines(made, limits.printed) ? print(made) : "{}"
}
