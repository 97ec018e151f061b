import type * as Block from "../../content/document/Block.ts"
import * as ExactJson from "../../foundation/text/ExactJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { cut } from "../../foundation/text/Text.ts"
import * as ApiBounds from "../description/ApiBounds.ts"
import type * as ApiDescription from "../description/ApiDescription.ts"
import type { ApiOperation, SecurityRequirement, SecurityScheme, Server } from "../description/ApiDescription.ts"
import * as ExampleValue from "../description/ExampleValue.ts"
import type { Direction } from "../description/ResolvedSchema.ts"
import * as PropertyRows from "./PropertyRows.ts"
import { type Schemas, typeOf } from "./PropertyRows.ts"
import * as Blocks from "./WrittenBlocks.ts"

export const limits = {
  /** Characters of the text of a value from the description. */
  textLength: 4_000,
  /** Characters of a sample on lines. */
  printed: 20_000,
  titleLength: 200,
  /** `unresolved`: number of unresolvable references that are listed. */
  unresolved: 20
} as const

/** Example of a request body: the one in the description, or one generated from its schema. */
export const textOf = (schemas: Schemas, { examples = [], schema }: ApiDescription.Content): string => {
  const given = examples.flatMap(({ value }) =>
    value === undefined || value.length > limits.textLength ? [] : (ExactJson.parse(value) ?? [])
  )
  const lookup = { schema: (name: string) => schemas.get(name) }
  const made = schema === undefined ? undefined : ExampleValue.of(schema, lookup, "request")
  const value = [...given, made].find((each) => each !== undefined && ApiBounds.fitsOnLines(each, limits.printed))
  return ExactJson.stringify(value ?? {}, "  ")
}

/** Data of a description that its operations share. */
export interface Common {
  readonly servers: ReadonlyArray<Server>
  readonly security?: ReadonlyArray<SecurityRequirement>
  readonly securitySchemes: ReadonlyArray<SecurityScheme>
}

/** The text as one quoted word of a POSIX shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The headers by which a caller is known, with a place for what only the caller has. */
const credentials = (common: Common, operation: ApiOperation): ReadonlyArray<string> => {
  const [first = []] = operation.security ?? common.security ?? []
  return first.flatMap(({ scheme: name }) => {
    const scheme = common.securitySchemes.find((each) => each.name === name)
    if (scheme?.type === "apiKey") return scheme.in === "header" ? [`${scheme.key ?? "Authorization"}: <key>`] : []
    if (scheme?.type === "http" && scheme.scheme?.toLowerCase() === "basic")
      return ["Authorization: Basic <credentials>"]
    return scheme === undefined || scheme.type === "mutualTLS" ? [] : ["Authorization: Bearer <token>"]
  })
}

/** A request in curl, with the parameters that are required. */
export const curlOf = (common: Common, schemas: Schemas, operation: ApiOperation): string => {
  const required = (operation.parameters ?? []).filter(({ required }) => required === true)
  const query = required.flatMap(({ in: place, name }) => (place === "query" ? [`${encodeURIComponent(name)}=…`] : []))
  const base = ApiBounds.baseUrlOf(operation.servers ?? common.servers)
  const path = `${base}${operation.path.startsWith("/") ? "" : "/"}${operation.path}`
  const address = query.length === 0 ? path : `${path}?${query.join("&")}`
  const headers = [
    ...credentials(common, operation),
    ...required.flatMap(({ in: place, name }) => (place === "header" ? [`${name}: …`] : []))
  ]
  const [content] = operation.body?.content ?? []
  const isJson = content !== undefined && /[/+]json\b/i.test(content.type)
  const words = [
    `curl -X ${operation.method.toUpperCase()} ${quote(address)}`,
    ...headers.map((header) => `-H ${quote(header)}`),
    ...(content === undefined ? [] : [`-H ${quote(`Content-Type: ${content.type}`)}`]),
    ...(isJson ? [`-d ${quote(textOf(schemas, content))}`] : [])
  ]
  return words.join(" \\\n  ")
}

/** Data of a description that every operation needs. */
export interface Surroundings extends Common {
  readonly schemas: PropertyRows.Schemas
}

type Named = Pick<ApiOperation, "isWebhook" | "method" | "path" | "summary">

export const requestLine = ({ isWebhook, method, path }: Named): string =>
  isWebhook === true ? `webhook ${path}` : `${method.toUpperCase()} ${path}`

/** A text of a description on one line; `otherwise` if it is empty. */
export const titleOf = (given: string | undefined, otherwise: string): string => {
  const line = (text: string) =>
    cut(
      text
        .toWellFormed()
        .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
        .trim(),
      limits.titleLength
    ).trim()
  return line(given ?? "") || line(otherwise) || "Operation"
}

export const operationTitle = (operation: Named): string => titleOf(operation.summary, requestLine(operation))

/** The anchor of an operation among others, which follows from its method and path. */
export const anchorOf = ({ method, path }: Named): string =>
  Slug.make(`${method} ${path}`)
    .replace(/[^-a-z0-9]+/g, "")
    .replace(/^-+|(?<!-)-+$/g, "") || method

const authentication = (keys: Blocks.Keys, common: Common, operation: ApiOperation): ReadonlyArray<Block.TopLevel> => {
  const needed = ApiBounds.requirements(operation.security ?? common.security ?? [])
  if (needed.length === 0) return []
  const alternatives = needed.map((together) =>
    together.length === 0
      ? "none"
      : together
          .map(({ scheme, scopes }) => (scopes.length === 0 ? scheme : `${scheme} (${scopes.join(", ")})`))
          .join(" and ")
  )
  const words = [Blocks.text("Authentication: ", "bold"), Blocks.text(alternatives.join(", or "))]
  return [Blocks.paragraph(keys("authentication"), ...words)]
}

const parameters = (
  keys: Blocks.Keys,
  level: 2 | 3,
  { parameters = [] }: ApiOperation
): ReadonlyArray<Block.TopLevel> => {
  const rows = new Map(
    parameters.map((each) => {
      const schema = each.schema ?? each.content?.[0]?.schema
      const said = Blocks.descriptionLine(each)
      const words = each.deprecated === true ? [Blocks.text("Deprecated. "), ...said] : said
      const [type = [], ...rest] = PropertyRows.cellsOf(schema, words, each.required === true || each.in === "path")
      const name = `${each.in} ${each.name}`
      return [name, { name, cells: [[Blocks.text(each.name, "code")], [Blocks.text(each.in)], type, ...rest] }] as const
    })
  )
  if (rows.size === 0) return []
  const titles = ["Name", "In", "Type", "Required", "Description"]
  return [
    Blocks.heading(keys("parameters"), level, "Parameters"),
    Blocks.table(keys("parameters table"), titles, [...rows.values()].slice(0, PropertyRows.limits.rows))
  ]
}

/** A request or response body: its media types, and the properties of the first one that has any. */
const contents = (
  keys: Blocks.Keys,
  role: string,
  direction: Direction,
  { schemas }: Surroundings,
  given: ReadonlyArray<ApiDescription.Content>
): ReadonlyArray<Block.TopLevel> => {
  if (given.length === 0) return []
  const types = given.map(({ schema, type }) => `${type}: ${typeOf(schema)}`)
  const tables = given.map(({ schema }) => [schema, PropertyRows.ofSchema(schemas, schema, direction)] as const)
  const [schema, rows] = tables.find(([, each]) => each.length > 0) ?? [given[0]?.schema, []]
  const facts = PropertyRows.factsOfParts(schemas, schema)
  return [
    Blocks.paragraph(keys(`${role} types`), Blocks.text(types.join(", "), "code")),
    ...(facts === "" ? [] : [Blocks.paragraph(keys(`${role} facts`), Blocks.text(facts))]),
    ...(rows.length === 0 ? [] : [Blocks.table(keys(`${role} table`), PropertyRows.titles, rows)])
  ]
}

/** Unresolvable references of the description. */
const unresolved = (keys: Blocks.Keys, role: string, refs: ReadonlyArray<string> = []): ReadonlyArray<Block.TopLevel> =>
  refs
    .slice(0, limits.unresolved)
    .map((ref, at) =>
      Blocks.paragraph(
        keys(`${role} unresolved ${at}`),
        Blocks.text("Not found in the description: "),
        Blocks.text(ref, "code")
      )
    )

const requestBody = (
  keys: Blocks.Keys,
  level: 2 | 3,
  around: Surroundings,
  { body }: ApiOperation
): ReadonlyArray<Block.TopLevel> =>
  body === undefined
    ? []
    : [
        Blocks.heading(keys("body"), level, "Request body"),
        ...Blocks.description(keys, "body description", body),
        ...contents(keys, "body", "request", around, body.content)
      ]

const answers = (
  keys: Blocks.Keys,
  level: 2 | 3,
  around: Surroundings,
  { responses }: ApiOperation
): ReadonlyArray<Block.TopLevel> => {
  const byStatus = new Map(responses.map((each) => [each.status, each]))
  return [...byStatus.values()].flatMap((answer) => {
    const role = `answer ${answer.status}`
    return [
      Blocks.heading(keys(role), level, `Response ${answer.status}`),
      ...unresolved(keys, role, answer.unresolved === undefined ? [] : [answer.unresolved]),
      ...Blocks.description(keys, `${role} description`, answer),
      ...contents(keys, role, "response", around, answer.content ?? [])
    ]
  })
}

/** An operation written out as blocks that people can edit; `level` is that of the headings of its parts. */
export const blocksOf = (
  keys: Blocks.Keys,
  level: 2 | 3,
  around: Surroundings,
  operation: ApiOperation
): ReadonlyArray<Block.TopLevel> => [
  Blocks.code(keys("request line"), "http", requestLine(operation)),
  ...(operation.deprecated === true
    ? [Blocks.hint(keys("deprecated"), "warning", "This operation is deprecated.")]
    : []),
  ...Blocks.description(keys, "description", operation),
  ...authentication(keys, around, operation),
  ...unresolved(keys, "operation", operation.unresolved),
  ...parameters(keys, level, operation),
  ...requestBody(keys, level, around, operation),
  ...answers(keys, level, around, operation),
  ...(operation.isWebhook === true
    ? []
    : [
        Blocks.heading(keys("sample"), level, "Sample request"),
        Blocks.code(keys("sample code"), "bash", curlOf(around, around.schemas, operation))
      ])
]
