import type { ApiSchema, ApiSchemaObject } from "./ApiDescription.ts"

/** `parts`: schemas that one is put together of. */
export const limits = { parts: 50 } as const

/** The named schemas of a description. */
export interface Lookup {
  readonly schema: (name: string) => ApiSchema | undefined
}

/** Direction of a value: read-only fields are not part of a request, and write-only fields not part of a response. */
export type Direction = "request" | "response"

export interface Field {
  readonly name: string
  readonly schema: ApiSchema
  readonly isRequired: boolean
  /** Whether the field applies only to the other direction, so that this direction does not require it. */
  readonly isOmitted: boolean
}

/** A schema as a reader sees it: what it refers to and what it is put together of are one. */
export interface ResolvedSchema {
  /** The named schemas that it is composed of, the outermost first. */
  readonly names: ReadonlyArray<string>
  readonly facts: ApiSchemaObject
  readonly fields: ReadonlyArray<Field>
  /** Names of fields that are required and described elsewhere, as in a choice of what must be there. */
  readonly requires: ReadonlyArray<string>
  /** Any other property, if there may be one and the schema describes it. */
  readonly others?: ApiSchema
  /** The item of a list. */
  readonly items?: ApiSchema
  readonly choices: ReadonlyArray<{ readonly kind: "oneOf" | "anyOf"; readonly schemas: ReadonlyArray<ApiSchema> }>
}

const nothing: ApiSchemaObject = {}

export const objectOf = (schema: ApiSchema): ApiSchemaObject => (typeof schema === "boolean" ? nothing : schema)

interface Gathered {
  readonly names: Array<string>
  readonly parts: Array<ApiSchemaObject>
}

const gatherInto = (schema: ApiSchema, schemas: Lookup, into: Gathered): void => {
  if (typeof schema === "boolean" || into.parts.length >= limits.parts || into.parts.includes(schema)) return
  into.parts.push(schema)
  const { allOf = [], ref } = schema
  const named = ref === undefined || into.names.includes(ref) ? undefined : schemas.schema(ref)
  if (ref !== undefined && !into.names.includes(ref)) into.names.push(ref)
  if (named !== undefined) gatherInto(named, schemas, into)
  for (const part of allOf) gatherInto(part, schemas, into)
}

/** The schema with what it refers to and what it is put together of, each once. */
const gather = (schema: ApiSchema, schemas: Lookup): Gathered => {
  const gathered: Gathered = { names: [], parts: [] }
  gatherInto(schema, schemas, gathered)
  return gathered
}

/** Whether a property is omitted in this direction. */
export const isOmitted = (schema: ApiSchema, schemas: Lookup, direction: Direction | undefined): boolean => {
  if (direction === undefined) return false
  const fact = direction === "request" ? "readOnly" : "writeOnly"
  const { allOf, ref, [fact]: holds } = objectOf(schema)
  if (holds === true || (ref === undefined && allOf === undefined)) return holds === true
  return gather(schema, schemas).parts.some((part) => part[fact] === true)
}

/** The first statement wins: what is written next to a reference is more specific than the schema. */
const factsOf = ([first, ...rest]: ReadonlyArray<ApiSchemaObject>): ApiSchemaObject =>
  first === undefined ? nothing : { ...factsOf(rest), ...first }

const choicesOf = (parts: ReadonlyArray<ApiSchemaObject>): ResolvedSchema["choices"] =>
  parts.flatMap(({ anyOf, oneOf }) => [
    ...(oneOf === undefined ? [] : [{ kind: "oneOf" as const, schemas: oneOf }]),
    ...(anyOf === undefined ? [] : [{ kind: "anyOf" as const, schemas: anyOf }])
  ])

export const resolve = (schema: ApiSchema, schemas: Lookup, direction?: Direction): ResolvedSchema => {
  const { names, parts } = gather(schema, schemas)
  const facts = factsOf(parts)
  const { additionalProperties: others, items } = facts
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  const fields = new Map<string, Field>()
  for (const { name, schema: inner } of parts.flatMap(({ properties = [] }) => properties)) {
    if (fields.has(name)) continue
    const omitted = isOmitted(inner, schemas, direction)
    fields.set(name, { name, schema: inner, isRequired: required.has(name) && !omitted, isOmitted: omitted })
  }
  return {
    names,
    facts,
    fields: [...fields.values()],
    requires: [...required].filter((name) => !fields.has(name)),
    ...(others === undefined || typeof others === "boolean" ? {} : { others }),
    ...(items === undefined ? {} : { items }),
    choices: choicesOf(parts)
  }
}

const typeOfJson = (text: string): string => {
  if (/^["[{]/.test(text)) return text.startsWith('"') ? "string" : text.startsWith("[") ? "array" : "object"
  if (text === "null") return text
  if (text === "true" || text === "false") return "boolean"
  return /^-?\d+$/.test(text) ? "integer" : "number"
}

/** The types of a schema by name: those that it names, else those of the values that it allows. */
export const typesOf = (schema: ApiSchemaObject): ReadonlyArray<string> => {
  const { const: constant, enum: values, properties, types } = schema
  if (types !== undefined) return types
  if (properties !== undefined) return ["object"]
  return [...new Set((constant === undefined ? (values ?? []) : [constant]).map(typeOfJson))]
}
