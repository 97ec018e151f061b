import type { OpenApi } from "effect/http-api"

interface JsonSchema {
  readonly [keyword: string]: unknown
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const prefix = "#/components/schemas/"

/** The name of the component that a schema refers to; undefined when it is not a reference. */
export const referenceOf = (schema: unknown): string | undefined =>
  isSchema(schema) && typeof schema["$ref"] === "string" && schema["$ref"].startsWith(prefix)
    ? decodeURIComponent(schema["$ref"].slice(prefix.length))
    : undefined

/** Encoded classes are published under the names of the classes. */
const publicName = (name: string) => name.replace(/Encoded$/, "")

/** Components with a generated name are inlined where they are used. */
const isNameless = (name: string) => /^(Objects|Arrays|Union)_\d*$/.test(name)

const isUnlimited = (bound: unknown) => typeof bound === "number" && Math.abs(bound) === Number.MAX_SAFE_INTEGER

/** Removes bounds that only say that an integer is safe. */
const dropSafeBounds = ({ maximum, minimum, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(minimum === undefined || isUnlimited(minimum) ? {} : { minimum }),
  ...(maximum === undefined || isUnlimited(maximum) ? {} : { maximum })
})

/** Keywords that only describe and may therefore be next to a reference. */
const explaining = new Set(["description", "deprecated", "default"])

const isExplanation = (schema: JsonSchema): boolean => Object.keys(schema).every((keyword) => explaining.has(keyword))

/** Whether the parts have no keyword in common. */
const isMergeable = (parts: ReadonlyArray<JsonSchema>): boolean => {
  const references = parts.filter((part) => referenceOf(part) !== undefined)
  const patterns = parts.filter((part) => "pattern" in part)
  if (references.length === 0) return patterns.length < 2
  return references.length === 1 && parts.every((part) => references.includes(part) || isExplanation(part))
}

/** Merges the checks of `allOf`, and descriptions next to a reference, into the schema itself. */
const mergeChecks = ({ allOf, ...schema }: JsonSchema): JsonSchema => {
  if (!Array.isArray(allOf)) return { ...schema, ...(allOf === undefined ? {} : { allOf }) }
  const parts = allOf.filter(isSchema)
  return parts.length === allOf.length && isMergeable([schema, ...parts])
    ? Object.assign({}, schema, ...parts)
    : { ...schema, allOf }
}

const orderKeywords = (schema: JsonSchema): JsonSchema => {
  const { properties, required, type, ...rest } = schema
  return Array.isArray(required) && isSchema(properties) ? { type, required, properties, ...rest } : schema
}

/** Makes the schemas of a specification readable: merges checks, and inlines components without a name. */
export const simplify = (spec: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const { schemas } = spec.components
  const rewrite = <A>(value: A): A => JSON.parse(JSON.stringify(value), revive)
  const revive = (_: string, value: unknown): unknown => {
    if (!isSchema(value)) return value
    const name = referenceOf(value)
    if (name === undefined) return orderKeywords(mergeChecks(dropSafeBounds(value)))
    return isNameless(name)
      ? { ...rewrite(schemas[name]), ...value, $ref: undefined }
      : { ...value, $ref: prefix + encodeURIComponent(publicName(name)) }
  }
  const components = Object.entries(schemas).map(([name, schema]) => [publicName(name), rewrite(schema)])
  return {
    ...spec,
    paths: rewrite(spec.paths),
    components: { ...spec.components, schemas: Object.fromEntries(components) }
  }
}
