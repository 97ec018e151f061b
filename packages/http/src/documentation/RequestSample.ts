import * as JsonSchemas from "./JsonSchemas.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import type * as Reference from "./Reference.ts"

interface JsonSchema {
  readonly [keyword: string]: unknown
}

type Schemas = OpenApiDocument["components"]["schemas"]

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)

/** Maximum depth of example bodies. */
const depth = 6

const isNull = (schema: unknown): boolean => isSchema(schema) && schema["type"] === "null"

const objectOf = (schema: JsonSchema, schemas: Schemas, left: number): JsonSchema => {
  const { properties, required } = schema
  if (!isSchema(properties)) return {}
  const needed = Array.isArray(required) ? Object.entries(properties).filter(([name]) => required.includes(name)) : []
  const shown = needed.length === 0 ? Object.entries(properties).slice(0, 1) : needed
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas, left - 1, name)]))
}

/** Texts of formats whose values cannot be made from the name of a field. */
const formats: { readonly [format: string]: string } = {
  "content-security-policy": "default-src 'self'",
  "date-time": "2030-01-01T00:00:00.000Z",
  email: "ann@example.com",
  emoji: "1f680",
  expression: "true",
  hostname: "docs.example.com",
  uri: "https://example.com/",
  "uri-reference": "/old/page"
}

const allows = ({ maxLength, minLength, pattern }: JsonSchema, text: string): boolean =>
  (typeof minLength !== "number" || text.length >= minLength) &&
  (typeof maxLength !== "number" || text.length <= maxLength) &&
  (typeof pattern !== "string" || new RegExp(pattern, "u").test(text))

const textOf = (schema: JsonSchema, name: string): string => {
  const { format, minLength } = schema
  if (typeof format === "string" && formats[format] !== undefined) return formats[format]
  const placeholder = name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase()
  const padded = typeof minLength === "number" ? name.padEnd(minLength, "-") : name
  const likely = /id$/i.test(name) ? [placeholder, padded] : [padded, placeholder]
  const address = /url$/i.test(name) ? ["https://example.com/"] : []
  const others = [
    padded.toLowerCase(),
    "https://example.com/",
    "/path",
    "#346ddb",
    "1f680",
    "integration:name:source",
    "a"
  ]
  return [...address, ...likely, ...others].find((text) => allows(schema, text)) ?? name
}

/** As few items as the schema allows, at least one; texts that are not alike, as they often must differ. */
const itemsOf = ({ items, minItems }: JsonSchema, schemas: Schemas, left: number, name: string) =>
  Array.from({ length: typeof minItems === "number" ? Math.max(1, minItems) : 1 }, (_, at) =>
    exampleOf(items, schemas, left, at === 0 ? name : `${name}-${at + 1}`)
  )

/** Returns an example value of a schema with only its required fields. */
export const exampleOf = (schema: unknown, schemas: Schemas, left = depth, name = "text"): unknown => {
  if (!isSchema(schema) || left < 0) return {}
  const reference = JsonSchemas.referenceOf(schema)
  if (reference !== undefined) return exampleOf(schemas[reference], schemas, left, name)
  const { anyOf, const: constant, default: byDefault, enum: values, minimum, oneOf, type } = schema
  if (byDefault !== undefined) return byDefault
  if (constant !== undefined) return constant
  if (Array.isArray(values)) return firstOf(values)
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices))
    return exampleOf(
      choices.find((one) => !isNull(one)),
      schemas,
      left,
      name
    )
  switch (type) {
    case "object":
      return objectOf(schema, schemas, left)
    case "array":
      return itemsOf(schema, schemas, left - 1, name.replace(/s$/, ""))
    case "integer":
    case "number":
      return typeof minimum === "number" ? minimum : 1
    case "boolean":
      return true
    case "null":
      return null
    default:
      return textOf(schema, name)
  }
}

/** The shell variable of a parameter. */
const variableOf = (name: string): string => `$${name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase()}`

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The options of `curl` for a body: JSON with an example, or bytes of a file. */
const bodyOptions = ({ requestBody }: Reference.Entry["operation"], schemas: Schemas): ReadonlyArray<string> => {
  if (requestBody === undefined) return []
  const schema = requestBody.content["application/json"]?.schema
  const [type = ""] = Object.keys(requestBody.content)
  return schema === undefined
    ? [`-H "Content-Type: ${type}"`, "--data-binary @$FILE"]
    : ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(exampleOf(schema, schemas), null, 2))}`]
}

/** An example request with `curl`. The server URL, the token and path parameters are shell variables. */
export const curl = ({ method, operation, path }: Reference.Entry, schemas: Schemas): string => {
  const { parameters, security } = operation
  const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required)
  const query = needed.map(({ name }) => `${name}=${variableOf(name)}`).join("&")
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => variableOf(name))
  const url = `"$QUIRE${target}${query === "" ? "" : `?${query}`}"`
  const headers = parameters.filter((parameter) => parameter.in === "header" && parameter.required)
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${url}`,
    ...(security.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...headers.map(({ name }) => `-H "${name}: ${variableOf(name.replaceAll("-", "_"))}"`),
    ...bodyOptions(operation, schemas)
  ].join(" \\\n  ")
}
