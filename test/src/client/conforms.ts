import { createRequire } from "node:module"
import type { Endpoint } from "../contract/endpoints.ts"

interface Schema {
  readonly $ref?: string
  readonly allOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly nullable?: boolean
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly maxLength?: number
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const load = createRequire(import.meta.url)

/** What the client says of itself; an earlier one where it says nothing. */
const documents: ReadonlyArray<Document> = [
  load("@gitbook/api/spec/openapi.json"),
  load("@gitbook/api-0.91/spec/openapi.json")
]

const isText = (value: unknown, { format, maxLength = Number.POSITIVE_INFINITY }: Schema) =>
  typeof value === "string" &&
  value.length <= maxLength &&
  (format !== "uri" || URL.canParse(value)) &&
  (format !== "date-time" || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value))

const isOfType = (value: unknown, schema: Schema): boolean => {
  switch (schema.type) {
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
    case "array":
      return Array.isArray(value)
    case "string":
      return isText(value, schema)
    case "integer":
      return Number.isInteger(value)
    case undefined:
      return true
    default:
      return typeof value === schema.type
  }
}

const fewest = (groups: ReadonlyArray<ReadonlyArray<string>>) =>
  groups.reduce((best, group) => (group.length < best.length ? group : best))

/** The description demands a few fields that it does not describe: those are left out. */
const missing = ({ properties = {}, required = [] }: Schema, value: Readonly<Record<string, unknown>>) =>
  required.filter((name) => name in properties && value[name] === undefined)

/** Where a value is not what a schema says, as paths. */
const faults = (document: Document, schema: Schema, value: unknown, path: string): ReadonlyArray<string> => {
  if (schema.$ref !== undefined) {
    return faults(
      document,
      document.components.schemas[schema.$ref.replace("#/components/schemas/", "")] ?? {},
      value,
      path
    )
  }
  const choices = schema.oneOf ?? schema.anyOf
  if (value === null && choices === undefined) return schema.nullable === true ? [] : [path]
  if (!isOfType(value, schema) || (schema.enum !== undefined && !schema.enum.includes(value))) return [path]
  const object = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>
  return [
    ...missing(schema, object).map((name) => `${path}.${name}`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      object[name] === undefined ? [] : faults(document, property, object[name], `${path}.${name}`)
    ),
    ...(schema.items !== undefined && Array.isArray(value)
      ? value.flatMap((item) => faults(document, schema.items ?? {}, item, `${path}[]`))
      : []),
    ...(schema.allOf ?? []).flatMap((part) => faults(document, part, value, path)),
    ...(choices === undefined ? [] : fewest(choices.map((choice) => faults(document, choice, value, path))))
  ]
}

/** The path of an endpoint as descriptions write it. */
export const templateOf = ({ path }: Pick<Endpoint, "path">): string =>
  path.replace(/^\/v1/, "").replace(/:(\w+)/g, "{$1}")

const operationOf = (method: string, template: string) => {
  const document = documents.find(({ paths }) => paths[template]?.[method.toLowerCase()] !== undefined)
  const operation = document?.paths[template]?.[method.toLowerCase()]
  return document === undefined || operation === undefined ? undefined : { document, operation }
}

/** Whether the client's description has the operation. */
export const isDescribed = (endpoint: Endpoint): boolean =>
  operationOf(endpoint.method, templateOf(endpoint)) !== undefined

/** Where a response differs from what the client's own description of the operation says. */
export const differences = (method: string, template: string, status: number, body: unknown): ReadonlyArray<string> => {
  const found = operationOf(method, template)
  const response = found?.operation.responses[status]
  if (found === undefined || response === undefined) return [`has no response ${status}`]
  const schema = response.content?.["application/json"]?.schema
  return schema === undefined ? [] : faults(found.document, schema, body, "")
}
