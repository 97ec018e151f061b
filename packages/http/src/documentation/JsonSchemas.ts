import type { OpenApi } from "effect/http-api"

interface JsonSchema {
  readonly [keyword: string]: unknown
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const prefix = "#/components/schemas/"

/** The name of the component that a schema refers to; none where it stands for itself. */
export const referenceOf = (schema: unknown): string | undefined =>
  isSchema(schema) && typeof schema["$ref"] === "string" && schema["$ref"].startsWith(prefix)
    ? decodeURIComponent(schema["$ref"].slice(prefix.length))
    : undefined

/** The forms of classes on the wire are named after the classes. */
const publicName = (name: string) => name.replace(/Encoded$/, "")

/** Components that were named after nothing but their kind stand where they are used. */
const isNameless = (name: string) => /^(Objects|Arrays|Union)_\d*$/.test(name)

const isUnlimited = (bound: unknown) => typeof bound === "number" && Math.abs(bound) === Number.MAX_SAFE_INTEGER

/** Every integer is a safe one: the least and the greatest of them say nothing. */
const bounded = ({ maximum, minimum, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(minimum === undefined || isUnlimited(minimum) ? {} : { minimum }),
  ...(maximum === undefined || isUnlimited(maximum) ? {} : { maximum })
})

/** A check says more of a value than its type. */
const merged = ({ allOf, ...schema }: JsonSchema): JsonSchema =>
  Array.isArray(allOf) && allOf.every((one) => isSchema(one) && referenceOf(one) === undefined)
    ? Object.assign({}, schema, ...allOf)
    : { ...schema, ...(allOf === undefined ? {} : { allOf }) }

const ordered = (schema: JsonSchema): JsonSchema => {
  const { properties, required, type, ...rest } = schema
  return Array.isArray(required) && isSchema(properties) ? { type, required, properties, ...rest } : schema
}

/** A specification whose schemas people can read: merged, and named where they have names. */
export const readable = (spec: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const { schemas } = spec.components
  const shown = <A>(value: A): A => JSON.parse(JSON.stringify(value), revive)
  const revive = (_: string, value: unknown): unknown => {
    if (!isSchema(value)) return value
    const name = referenceOf(value)
    if (name === undefined) return ordered(merged(bounded(value)))
    return isNameless(name) ? shown(schemas[name]) : { ...value, $ref: prefix + encodeURIComponent(publicName(name)) }
  }
  const components = Object.entries(schemas).map(([name, schema]) => [publicName(name), shown(schema)])
  return {
    ...spec,
    paths: shown(spec.paths),
    components: { ...spec.components, schemas: Object.fromEntries(components) }
  }
}
