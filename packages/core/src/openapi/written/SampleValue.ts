import { Option, Schema } from "effect"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import type { ApiSchema } from "../description/ApiSchema.ts"
import type { Schemas } from "./PropertyRows.ts"

export const limits = {
  /** Values in values. */
  depth: 4,
  /** Properties of one object. */
  properties: 40,
  /** Code points of the text of a value. */
  textLength: 4_000
} as const

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Json))

const parsed = (text: string | undefined): Option.Option<Json> =>
  text === undefined || text.length > limits.textLength ? Option.none() : parse(text)

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

/** A value that fits a schema as far as can be told: what the description gives as an example, or one made up. */
export const sample = (schemas: Schemas, schema: ApiSchema | undefined, depth: number = limits.depth): Json => {
  if (schema === undefined || typeof schema === "boolean") return "text"
  const given = [schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]].map(parsed).find(Option.isSome)
  if (given !== undefined) return given.value
  const inner = (each: ApiSchema | undefined) => sample(schemas, each, depth - 1)
  if (schema.ref !== undefined) return depth === 0 ? {} : inner(schemas.get(schema.ref))
  const [type] = schema.types ?? (schema.properties === undefined ? [] : ["object"])
  if (schema.allOf !== undefined && depth > 0) {
    const parts = schema.allOf.map(inner).filter(isRecord)
    return Object.assign({}, ...parts, objectOf(schemas, schema.properties, depth))
  }
  const choice = schema.oneOf?.[0] ?? schema.anyOf?.[0]
  if (choice !== undefined && depth > 0) return inner(choice)
  if (type === "array") return depth === 0 ? [] : [inner(schema.items)]
  return type === "object" ? objectOf(schemas, schema.properties, depth) : plain(type, schema.format)
}

const objectOf = (
  schemas: Schemas,
  properties: Exclude<ApiSchema, boolean>["properties"],
  depth: number
): { readonly [key: string]: Json } =>
  depth === 0
    ? {}
    : Object.fromEntries(
        (properties ?? [])
          .filter(({ schema }) => typeof schema === "boolean" || schema.readOnly !== true)
          .slice(0, limits.properties)
          .map(({ name, schema }) => [name, sample(schemas, schema, depth - 1)])
      )

/** What a media type's body may look like: the description's own example, or one made of its schema. */
export const textOf = (
  schemas: Schemas,
  content: { readonly schema?: ApiSchema; readonly examples?: ReadonlyArray<{ readonly value?: string }> }
): string => {
  const given = content.examples?.map(({ value }) => parsed(value)).find(Option.isSome)
  return JSON.stringify(given === undefined ? sample(schemas, content.schema) : given.value, null, 2)
}
