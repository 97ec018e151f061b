import { type ApiDescription, ResolvedSchema } from "@quire/core"
import type { Book, SchemaObject } from "./Book.ts"

type Schema = ApiDescription.ApiSchema

/** `types`: nesting depth of a type name. */
export const limits = { types: 6 } as const

export type ShownSchema = ResolvedSchema.ResolvedSchema

export const objectOf = ResolvedSchema.objectOf

/** A schema as readers see it, for a request or for a response. */
export const look = ResolvedSchema.resolve

/** Whether a schema has inner schemas in addition to its constraints. */
export const hasInner = ({ choices, fields, others }: ShownSchema): boolean =>
  fields.length > 0 || choices.length > 0 || others !== undefined

/** The items of a list that are described in one line with the list. */
export const plainItems = ({ items }: ShownSchema, book: Book): SchemaObject | undefined => {
  const shown = items === undefined ? undefined : look(items, book)
  return shown === undefined || hasInner(shown) || shown.items !== undefined ? undefined : shown.facts
}

const joined = (texts: ReadonlyArray<string>, sign: string): string => [...new Set(texts)].join(sign)

const withFormat = (type: string, { format }: SchemaObject): string =>
  format === undefined || type === "null" ? type : `${type} (${format})`

const any = "any"

/** The type name of a schema, including the names that it refers to. */
export const typeName = (schema: Schema, depth = 0): string => {
  if (typeof schema === "boolean") return schema ? any : "never"
  if (schema.unresolved !== undefined) return schema.unresolved
  if (depth >= limits.types) return "…"
  const name = schema.ref ?? ownName(schema, depth)
  return schema.nullable === true && name !== any ? joined([name, "null"], " | ") : name
}

const ownName = (schema: SchemaObject, depth: number): string => {
  const inner = (each: Schema) => typeName(each, depth + 1)
  const { allOf = [], anyOf = [], items, oneOf = [] } = schema
  const types = ResolvedSchema.typesOf(schema)
  if (types.includes("array") || (types.length === 0 && items !== undefined)) {
    const list = items === undefined ? "array" : `array of ${inner(items)}`
    return joined([list, ...types.filter((type) => type !== "array")], " | ")
  }
  const named = allOf.filter((each) => objectOf(each).ref !== undefined)
  if (named.length > 0) return joined(named.map(inner), " & ")
  const choices = [...oneOf, ...anyOf].map(inner).filter((name) => name !== any)
  if (choices.length > 0) return joined(choices, " | ")
  if (types.length > 0)
    return joined(
      types.map((type) => withFormat(type, schema)),
      " | "
    )
  return allOf.map(inner).find((name) => name !== any) ?? any
}

/** Whether a schema, or the schema of its list items, is an unresolved reference. */
export const isUnresolved = (schema: Schema): boolean => {
  const { items, unresolved } = objectOf(schema)
  return unresolved !== undefined || (items !== undefined && objectOf(items).unresolved !== undefined)
}

/** The title of one of several schemas. A schema that only lists required fields is named after those fields. */
export const choiceTitle = (schema: Schema): string => {
  const { required = [], title } = objectOf(schema)
  const name = typeName(schema)
  return title ?? (name === any && required.length > 0 ? required.join(", ") : name)
}
