import type { ApiSchema } from "@quire/core"
import type { Book, SchemaObject } from "./Book.ts"

type Schema = ApiSchema.ApiSchema

/** `parts`: schemas that one is put together of; `types`: what a name of a type goes into. */
export const limits = { parts: 50, types: 6 } as const

export interface Field {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** A schema as a reader sees it: what it refers to and what it is put together of are one. */
export interface ShownSchema {
  /** Of the named schemas that it is made of, the outermost first. */
  readonly names: ReadonlyArray<string>
  readonly facts: SchemaObject
  readonly fields: ReadonlyArray<Field>
  /** Any other property, if there may be one and something is told of it. */
  readonly others?: Schema
  /** What a list has. */
  readonly items?: Schema
  readonly choices: ReadonlyArray<{ readonly kind: "oneOf" | "anyOf"; readonly schemas: ReadonlyArray<Schema> }>
}

const nothing: SchemaObject = {}

export const objectOf = (schema: Schema): SchemaObject => (typeof schema === "boolean" ? nothing : schema)

interface Gathered {
  readonly names: Array<string>
  readonly parts: Array<SchemaObject>
}

/** The schema with what it refers to and what it is put together of, each once. */
const gather = (schema: Schema, book: Book, into: Gathered): void => {
  if (typeof schema === "boolean" || into.parts.length >= limits.parts || into.parts.includes(schema)) return
  into.parts.push(schema)
  const { allOf = [], ref } = schema
  const named = ref === undefined || into.names.includes(ref) ? undefined : book.schema(ref)
  if (ref !== undefined && !into.names.includes(ref)) into.names.push(ref)
  if (named !== undefined) gather(named, book, into)
  for (const part of allOf) gather(part, book, into)
}

/** What is said first holds, as what stands beside a reference says more of it than the schema does. */
const factsOf = ([first, ...rest]: ReadonlyArray<SchemaObject>): SchemaObject =>
  first === undefined ? nothing : { ...factsOf(rest), ...first }

const fieldsOf = (parts: ReadonlyArray<SchemaObject>): ReadonlyArray<Field> => {
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  const fields = new Map<string, Field>()
  for (const { properties = [] } of parts) {
    for (const { name, schema } of properties) {
      if (!fields.has(name)) fields.set(name, { name, schema, isRequired: required.has(name) })
    }
  }
  return [...fields.values()]
}

const choicesOf = (parts: ReadonlyArray<SchemaObject>): ShownSchema["choices"] =>
  parts.flatMap(({ anyOf, oneOf }) => [
    ...(oneOf === undefined ? [] : [{ kind: "oneOf" as const, schemas: oneOf }]),
    ...(anyOf === undefined ? [] : [{ kind: "anyOf" as const, schemas: anyOf }])
  ])

export const look = (schema: Schema, book: Book): ShownSchema => {
  const gathered: Gathered = { names: [], parts: [] }
  gather(schema, book, gathered)
  const { names, parts } = gathered
  const facts = factsOf(parts)
  const { additionalProperties: others, items } = facts
  return {
    names,
    facts,
    fields: fieldsOf(parts),
    ...(others === undefined || typeof others === "boolean" ? {} : { others }),
    ...(items === undefined ? {} : { items }),
    choices: choicesOf(parts)
  }
}

/** Whether there is something within a schema besides what is told of its values. */
export const hasInner = ({ choices, fields, others }: ShownSchema): boolean =>
  fields.length > 0 || choices.length > 0 || others !== undefined

/** The items of a list that are told in one line with the list. */
export const plainItems = ({ items }: ShownSchema, book: Book): SchemaObject | undefined => {
  const shown = items === undefined ? undefined : look(items, book)
  return shown === undefined || hasInner(shown) || shown.items !== undefined ? undefined : shown.facts
}

const joined = (texts: ReadonlyArray<string>, sign: string): string => [...new Set(texts)].join(sign)

const withFormat = (type: string, { format }: SchemaObject): string =>
  format === undefined || type === "null" ? type : `${type} (${format})`

const ownTypes = ({ const: constant, enum: values, properties, types }: SchemaObject): ReadonlyArray<string> => {
  if (types !== undefined) return types
  if (properties !== undefined) return ["object"]
  return values === undefined && constant === undefined ? [] : ["enum"]
}

/** What a schema is called: types, and names of what it refers to. */
export const typeName = (schema: Schema, depth = 0): string => {
  if (typeof schema === "boolean") return schema ? "any" : "never"
  if (schema.ref !== undefined) return schema.ref
  if (depth >= limits.types) return "…"
  const inner = (each: Schema) => typeName(each, depth + 1)
  const { allOf, anyOf, items, oneOf } = schema
  const types = ownTypes(schema)
  if (types.includes("array") || (types.length === 0 && items !== undefined)) {
    const list = items === undefined ? "array" : `array of ${inner(items)}`
    return joined([list, ...types.filter((type) => type !== "array")], " | ")
  }
  const named = allOf?.filter((each) => objectOf(each).ref !== undefined) ?? []
  if (named.length > 0) return joined(named.map(inner), " & ")
  if (oneOf !== undefined || anyOf !== undefined) return joined([...(oneOf ?? []), ...(anyOf ?? [])].map(inner), " | ")
  if (types.length > 0)
    return joined(
      types.map((type) => withFormat(type, schema)),
      " | "
    )
  const [first] = allOf ?? []
  return first === undefined ? "any" : inner(first)
}
