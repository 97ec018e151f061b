import type { OpenApi } from "effect/http-api"
import * as JsonSchemas from "./JsonSchemas.ts"

interface JsonSchema {
  readonly [keyword: string]: unknown
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Schemas = OpenApi.OpenAPIComponents["schemas"]

/** The only value that a schema allows; undefined where there are several. */
const onlyValue = ({ enum: values }: JsonSchema): unknown =>
  Array.isArray(values) && values.length === 1 ? values[0] : undefined

/** The only alternative of a schema that is not null; the schema itself where it has no alternatives. */
const withoutNull = (schema: JsonSchema): JsonSchema => {
  const { anyOf } = schema
  const others = Array.isArray(anyOf) ? anyOf.filter((each) => isSchema(each) && each["type"] !== "null") : []
  const [only] = others
  return others.length === 1 && isSchema(only) ? only : schema
}

/** The description of a schema: its own, that of the component that it refers to, or its only value. */
const descriptionOf = (schema: JsonSchema, schemas: Schemas): string | undefined => {
  if (typeof schema["description"] === "string") return schema["description"]
  const value = onlyValue(schema)
  if (value !== undefined) return `Always \`${value}\`.`
  const referred = schemas[JsonSchemas.referenceOf(withoutNull(schema)) ?? ""]
  return isSchema(referred) && typeof referred["description"] === "string" ? referred["description"] : undefined
}

/** Prefix of descriptions of deprecated items. */
const deprecation = "Deprecated: "

const describe = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const description = descriptionOf(schema, schemas)
  if (description === undefined) return schema
  return { ...schema, description, ...(description.startsWith(deprecation) ? { deprecated: true } : {}) }
}

/**
 * Gives every field and parameter of a specification its own description, so that readers need not follow references. A
 * field without one takes that of the component that it refers to.
 */
export const spread = (spec: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const { schemas } = spec.components
  const revive = (_: string, value: unknown): unknown => {
    if (!isSchema(value)) return value
    const { properties } = value
    if (typeof value["in"] === "string" && isSchema(value["schema"])) {
      const { deprecated, description, ...schema } = describe(value["schema"], schemas)
      return {
        ...value,
        ...(description === undefined ? {} : { description }),
        ...(deprecated === undefined ? {} : { deprecated }),
        schema
      }
    }
    if (!isSchema(properties)) return value
    const described = Object.entries(properties).map(([name, schema]) => [
      name,
      isSchema(schema) ? describe(schema, schemas) : schema
    ])
    return { ...value, properties: Object.fromEntries(described) }
  }
  return JSON.parse(JSON.stringify(spec), revive)
}
