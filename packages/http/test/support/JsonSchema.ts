/** A part of the OpenAPI document that describes values. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly contentEncoding?: string
  readonly contentMediaType?: string
  readonly not?: object
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly patternProperties?: { readonly [pattern: string]: JsonSchema }
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Schemas = { readonly [name: string]: JsonSchema }

const resolved = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const { $ref, allOf, ...rest } = schema
  const referred = $ref === undefined ? {} : resolved(schemas[decodeURIComponent($ref.split("/").at(-1)!)]!, schemas)
  return Object.assign({}, referred, rest, ...(allOf ?? []).map((part) => resolved(part, schemas)))
}

const isWithin = (text: string, { maxLength = 1_000_000, minLength = 0 }: JsonSchema): boolean => {
  const { length } = Array.from(text)
  return length >= minLength && length <= maxLength
}

/** Whether a value is as a schema of the document says. */
export const isAllowed = (given: JsonSchema, schemas: Schemas, value: unknown): boolean => {
  const schema = resolved(given, schemas)
  const { additionalProperties, anyOf, enum: values, items, properties = {}, required = [], type } = schema
  if (schema.not !== undefined) return false
  if (values !== undefined && !values.includes(value)) return false
  if (anyOf !== undefined && !anyOf.some((each) => isAllowed(each, schemas, value))) return false
  switch (type) {
    case "string":
      return (
        typeof value === "string" &&
        isWithin(value, schema) &&
        (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value))
      )
    case "integer":
    case "number":
      return (
        typeof value === "number" &&
        value >= (schema.minimum ?? value) &&
        value <= (schema.maximum ?? value) &&
        (type === "number" || Number.isInteger(value))
      )
    case "array":
      return (
        Array.isArray(value) &&
        value.length >= (schema.minItems ?? 0) &&
        value.length <= (schema.maxItems ?? value.length) &&
        value.every((item) => isAllowed(items ?? {}, schemas, item))
      )
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false
      const entries = Object.entries(value)
      const allowsOther = (other: unknown) =>
        typeof additionalProperties === "object"
          ? isAllowed(additionalProperties, schemas, other)
          : additionalProperties !== false || schema.patternProperties !== undefined
      return (
        required.every((name) => Object.hasOwn(value, name)) &&
        entries.length <= (schema.maxProperties ?? entries.length) &&
        entries.every(([name, field]) => {
          const known = properties[name]
          return known === undefined ? allowsOther(field) : isAllowed(known, schemas, field)
        })
      )
    }
    case "boolean":
      return typeof value === "boolean"
    case "null":
      return value === null
    default:
      return true
  }
}
