import { ApiBounds, type ApiDescription, ExactJson, ExampleValue } from "@quire/core"
import type { Book } from "./Book.ts"
import * as Json from "./Json.ts"
import { objectOf } from "./ShownSchema.ts"

/**
 * `value`: characters of an example, and `printed` of one on lines; a longer one is not part of a request. `path`:
 * characters of a path; `pairs`: characters of all names and values of a query, of headers, of cookies and of a form.
 */
export const limits = { value: 8_000, printed: 16_000, path: 4_000, pairs: 8_000 } as const

export interface Pair {
  readonly name: string
  readonly value: string
}

/** A field of a form; `file` where its value is a file. */
export interface FormField extends Pair {
  readonly isFile: boolean
}

export type SampleBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly fields: ReadonlyArray<FormField> }
  | { readonly kind: "multipart"; readonly fields: ReadonlyArray<FormField> }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file" }

/** A request that an operation would accept, except for values that only the caller knows. */
export interface SampleRequest {
  /** Upper case. */
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<Pair>
  readonly body?: SampleBody
}

type Parameter = ApiDescription.Parameter
type Content = ApiDescription.Content

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** The example value in a description. */
export const exampleOf = ({ examples, schema }: Pick<Content, "examples" | "schema">): unknown => {
  const text = examples?.find(({ value }) => value !== undefined)?.value ?? objectOf(schema ?? true).examples?.[0]
  return text === undefined || text.length > limits.value ? undefined : ExactJson.parse(text)
}

const valueOf = (parameter: Parameter, book: Book): unknown => {
  const content = parameter.content?.[0]
  const schema = parameter.schema ?? content?.schema
  return exampleOf(parameter) ?? (content && exampleOf(content)) ?? (schema && ExampleValue.of(schema, book, "request"))
}

const isGiven = ({ examples, required, schema }: Parameter): boolean =>
  required === true || examples !== undefined || objectOf(schema ?? true).examples !== undefined

const pathOf = ({ parameters = [], path }: ApiDescription.ApiOperation, book: Book): string => {
  const inPath = new Map(parameters.flatMap((each) => (each.in === "path" ? [[each.name, each] as const] : [])))
  const filled = ApiBounds.fill(path.slice(0, limits.path).toWellFormed(), (name) => {
    const parameter = inPath.get(name)
    const value =
      parameter && (exampleOf(parameter) ?? (parameter.schema && ExampleValue.of(parameter.schema, book, "request")))
    return value === undefined || value === "text" ? undefined : encode(Json.plain(value))
  })
  return filled.startsWith("/") ? filled : `/${filled}`
}

/** Collects pairs as long as there is room for them. */
const collect = <P extends Pair>(pairs: Iterable<P>): ReadonlyArray<P> => {
  const taken: Array<P> = []
  let left: number = limits.pairs
  for (const pair of pairs) {
    left -= pair.name.length + pair.value.length
    if (left < 0) break
    taken.push(pair)
  }
  return taken
}

function* listPairs(parameters: ReadonlyArray<Parameter>, place: Parameter["in"], book: Book): Generator<Pair> {
  for (const each of parameters) {
    if (each.in !== place || !isGiven(each)) continue
    const value = valueOf(each, book)
    const values: ReadonlyArray<unknown> = Array.isArray(value) && place === "query" ? value : [value ?? ""]
    for (const item of values) yield { name: each.name, value: Json.plain(item) }
  }
}

const pairsOf = (parameters: ReadonlyArray<Parameter>, place: Parameter["in"], book: Book): ReadonlyArray<Pair> =>
  collect(listPairs(parameters, place, book))

/** Headers that are described elsewhere in a description. */
const ownHeaders = new Set(["accept", "content-type", "authorization"])

const secrets = { bearer: "YOUR_TOKEN", basic: "YOUR_CREDENTIALS", key: "YOUR_API_KEY" } as const

interface Credentials {
  readonly headers: ReadonlyArray<Pair>
  readonly query: ReadonlyArray<Pair>
  readonly cookies: ReadonlyArray<Pair>
}

const authorization = (value: string): Credentials => ({
  headers: [{ name: "Authorization", value }],
  query: [],
  cookies: []
})

const credentialsFor = (scheme: ApiDescription.SecurityScheme): Credentials => {
  const none: Credentials = { headers: [], query: [], cookies: [] }
  if (scheme.type === "http") {
    const name = scheme.scheme ?? "bearer"
    if (name.toLowerCase() === "bearer") return authorization(`Bearer ${secrets.bearer}`)
    return authorization(`${name.toLowerCase() === "basic" ? "Basic" : name} ${secrets.basic}`)
  }
  if (scheme.type === "oauth2" || scheme.type === "openIdConnect") return authorization(`Bearer ${secrets.bearer}`)
  if (scheme.type !== "apiKey" || scheme.key === undefined) return none
  const pairs = [{ name: scheme.key, value: secrets.key }]
  if (scheme.in === "query") return { ...none, query: pairs }
  return scheme.in === "cookie" ? { ...none, cookies: pairs } : { ...none, headers: pairs }
}

/** The credentials of the first authentication method. */
const credentialsOf = (operation: ApiDescription.ApiOperation, book: Book): Credentials => {
  const [first = []] = operation.security ?? book.spec.security ?? []
  const all = first.flatMap(({ scheme }) => {
    const known = book.scheme(scheme)
    return known === undefined ? [] : [credentialsFor(known)]
  })
  return {
    headers: all.flatMap(({ headers }) => headers),
    query: all.flatMap(({ query }) => query),
    cookies: all.flatMap(({ cookies }) => cookies)
  }
}

const isJson = ({ type }: Content): boolean => /^application\/(?:[^;]*\+)?json\b/i.test(type)
const isForm = ({ type }: Content): boolean => /^application\/x-www-form-urlencoded\b/i.test(type)
const isMultipart = ({ type }: Content): boolean => /^multipart\//i.test(type)

const preferred = (content: ReadonlyArray<Content>): Content | undefined =>
  content.find(isJson) ?? content.find(isForm) ?? content.find(isMultipart) ?? content[0]

const fieldsOf = (value: unknown, { schema }: Content): ReadonlyArray<FormField> => {
  const binary = new Set(
    (objectOf(schema ?? true).properties ?? []).flatMap(({ name, schema: own }) =>
      objectOf(own).format === "binary" ? [name] : []
    )
  )
  return ExactJson.isRecord(value)
    ? collect(
        Object.entries(value).map(([name, each]) => ({ name, value: Json.plain(each), isFile: binary.has(name) }))
      )
    : []
}

const bodyOf = (content: Content, book: Book): SampleBody => {
  const given =
    exampleOf(content) ?? (content.schema === undefined ? undefined : ExampleValue.of(content.schema, book, "request"))
  const value = ApiBounds.fitsOnLines(given, limits.printed) ? given : undefined
  if (isJson(content)) return { kind: "json", value: value ?? {} }
  if (isForm(content)) return { kind: "form", fields: fieldsOf(value, content) }
  if (isMultipart(content)) return { kind: "multipart", fields: fieldsOf(value, content) }
  return typeof value === "string" && objectOf(content.schema ?? true).format !== "binary"
    ? { kind: "text", text: value }
    : { kind: "file" }
}

const token = /^[!#$%&'*+.^_`|~\w-]+$/

const controls = /[\u0000-\u001f\u007f]+/g

/** Pairs that are valid headers; all others are omitted. */
const headersOf = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> =>
  pairs
    .filter(({ name }) => token.test(name))
    .map(({ name, value }) => ({ name, value: value.replace(controls, " ").trim() }))

const withoutBody = new Set(["get", "head", "trace"])

export const of = (operation: ApiDescription.ApiOperation, book: Book): SampleRequest => {
  const { body, method, parameters = [], responses } = operation
  const credentials = credentialsOf(operation, book)
  const query = [...pairsOf(parameters, "query", book), ...credentials.query]
  const cookies = [...pairsOf(parameters, "cookie", book), ...credentials.cookies]
  const content = withoutBody.has(method) ? undefined : preferred(body?.content ?? [])
  const accepted = preferred(responses.find(({ content: each = [] }) => each.length > 0)?.content ?? [])
  const sent = content && bodyOf(content, book)
  const own = pairsOf(parameters, "header", book).filter(({ name }) => !ownHeaders.has(name.toLowerCase()))
  const search = query.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join("&")
  return {
    method: method.toUpperCase(),
    url: `${ApiBounds.baseUrlOf(operation.servers ?? book.spec.servers)}${pathOf(operation, book)}${search === "" ? "" : `?${search}`}`,
    headers: headersOf([
      ...(accepted === undefined ? [] : [{ name: "Accept", value: accepted.type }]),
      // The client sets the content type of a form, including its boundary.
      ...(content === undefined || sent?.kind === "multipart" ? [] : [{ name: "Content-Type", value: content.type }]),
      ...credentials.headers,
      ...own,
      ...(cookies.length === 0
        ? []
        : [{ name: "Cookie", value: cookies.map(({ name, value }) => `${name}=${encode(value)}`).join("; ") }])
    ]),
    ...(sent === undefined ? {} : { body: sent })
  }
}

const hex = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`

/** Characters that a shell or terminal would interpret. */
const shellControls = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** One argument of a shell command. */
export const quoteShell = (text: string): string =>
  shellControls.test(text)
    ? `$'${text
        .replace(/[\\']/g, "\\$&")
        .replaceAll("\n", "\\n")
        .replaceAll("\t", "\\t")
        .replace(/[\u0000-\u001f\u007f]/g, hex)}'`
    : `'${text.replaceAll("'", `'\\''`)}'`

/** The name is sent as it is written, the value encoded. */
const urlencoded = ({ name, value }: Pair): string =>
  `--data-urlencode ${quoteShell(`${encodeURIComponent(name.toWellFormed())}=${value}`)}`

const curlBody = (body: SampleBody): ReadonlyArray<string> => {
  switch (body.kind) {
    case "json":
      return [`--data-raw ${quoteShell(Json.pretty(body.value))}`]
    case "form":
      return body.fields.map(urlencoded)
    case "multipart":
      return body.fields.map(({ isFile, name, value }) =>
        isFile ? `--form ${quoteShell(`${name}=@file`)}` : `--form-string ${quoteShell(`${name}=${value}`)}`
      )
    case "text":
      return [`--data-raw ${quoteShell(body.text)}`]
    case "file":
      return ["--data-binary @file"]
  }
}

const methodOf = (method: string): ReadonlyArray<string> =>
  method === "GET" ? [] : method === "HEAD" ? ["--head"] : [`--request ${method}`]

/** Braces and brackets would otherwise be interpreted as a URL pattern. */
const isPattern = /[{}[\]]/

export const printCurl = ({ body, headers, method, url }: SampleRequest): string =>
  [
    `curl ${quoteShell(url)}`,
    ...(isPattern.test(url) ? ["--globoff"] : []),
    ...methodOf(method),
    ...headers.map(({ name, value }) => `--header ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : curlBody(body))
  ].join(" \\\n  ")

const separators = /[\u2028\u2029\u007f-\u009f\ufeff]/g

const escapeScript = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** A text as a program has it. */
export const quoteScript = (text: string): string => JSON.stringify(text).replace(separators, escapeScript)

const indent = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`)

/** A value as a program sends it: as a text where it has a number that no program would keep as it is written. */
const value = (of: unknown): string => {
  if (ExactJson.someLiteral(of, ({ isDouble }) => !isDouble)) return quoteScript(Json.pretty(of))
  // A key of this name would set the prototype of an object literal.
  const text = Json.pretty(of).replace(separators, escapeScript)
  return `JSON.stringify(${indent(text.replace(/^( *)"__proto__":/gm, '$1["__proto__"]:'), "  ")})`
}

/** The statements before the request, and its body. */
interface Parts {
  readonly before: ReadonlyArray<string>
  readonly body: string
}

const append = ({ isFile, name, value: own }: FormField): string =>
  `form.append(${quoteScript(name)}, ${isFile ? "file" : quoteScript(own)})`

const partsOf = (body: SampleBody): Parts => {
  switch (body.kind) {
    case "json":
      return { before: [], body: value(body.value) }
    case "form": {
      const pairs = body.fields.map(({ name, value: own }) => `    [${quoteScript(name)}, ${quoteScript(own)}]`)
      return { before: [], body: `new URLSearchParams([\n${pairs.join(",\n")}\n  ])` }
    }
    case "multipart":
      return { before: ["const form = new FormData()", ...body.fields.map(append), ""], body: "form" }
    case "text":
      return { before: [], body: quoteScript(body.text) }
    case "file":
      return { before: [], body: "file" }
  }
}

export const printFetch = ({ body, headers, method, url }: SampleRequest): string => {
  const parts = body === undefined ? undefined : partsOf(body)
  const pairs = headers.map(({ name, value: own }) => `    [${quoteScript(name)}, ${quoteScript(own)}]`)
  const options = [
    ...(method === "GET" ? [] : [`  method: ${quoteScript(method)}`]),
    ...(pairs.length === 0 ? [] : [`  headers: [\n${pairs.join(",\n")}\n  ]`]),
    ...(parts === undefined ? [] : [`  body: ${parts.body}`])
  ]
  const given = options.length === 0 ? "" : `, {\n${options.join(",\n")}\n}`
  return [
    ...(parts?.before ?? []),
    `const response = await fetch(${quoteScript(url)}${given})`,
    "console.log(await response.text())"
  ].join("\n")
}

const unseen = /[\u007f-\u009f\u2028\u2029\ufeff]/g

const escapePython = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** A string literal: Python understands the escapes of JSON. */
export const quotePython = (text: string): string => JSON.stringify(text).replace(unseen, escapePython)

/** A value as a literal. */
const literal = (value: unknown, indent = ""): string => {
  const inner = `${indent}    `
  const block = (open: string, items: ReadonlyArray<string>, close: string): string =>
    items.length === 0
      ? `${open}${close}`
      : `${open}\n${items.map((item) => `${inner}${item}`).join(",\n")}\n${indent}${close}`
  if (typeof value === "string") return quotePython(value)
  if (typeof value === "boolean") return value ? "True" : "False"
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item: unknown) => literal(item, inner)),
      "]"
    )
  if (ExactJson.isRecord(value)) {
    const members = Object.entries(value).map(([key, each]) => `${quotePython(key)}: ${literal(each, inner)}`)
    return block("{", members, "}")
  }
  return value === null || value === undefined ? "None" : ExactJson.stringify(value)
}

/** Whether a number would not be sent as it is written: integers have any number of digits in Python. */
const isFraction = ({ isDouble, json }: ExactJson.Literal): boolean => !isDouble && !/^-?\d+$/.test(json)

const pairs = (fields: ReadonlyArray<FormField>): string =>
  fields.length === 0
    ? "[]"
    : `[\n${fields.map(({ name, value }) => `        (${quotePython(name)}, ${quotePython(value)})`).join(",\n")}\n    ]`

/** A text field of a form with files has no name of a file. */
const parts = (fields: ReadonlyArray<FormField>): string =>
  `[\n${fields
    .map(({ isFile, name, value }) =>
      isFile
        ? `        (${quotePython(name)}, open("file", "rb"))`
        : `        (${quotePython(name)}, (None, ${quotePython(value)}))`
    )
    .join(",\n")}\n    ]`

const pythonBody = (body: SampleBody): string => {
  switch (body.kind) {
    case "json":
      return ExactJson.someLiteral(body.value, isFraction)
        ? `    data=${quotePython(Json.pretty(body.value))}`
        : `    json=${literal(body.value, "    ")}`
    case "form":
      return `    data=${pairs(body.fields)}`
    case "multipart":
      return `    files=${parts(body.fields)}`
    case "text":
      return `    data=${quotePython(body.text)}.encode()`
    case "file":
      return `    data=open("file", "rb")`
  }
}

export const printRequests = ({ body, headers, method, url }: SampleRequest): string => {
  const given = headers.map(({ name, value }) => `        ${quotePython(name)}: ${quotePython(value)}`)
  const lines = [
    `    ${quotePython(method)}`,
    `    ${quotePython(url)}`,
    ...(given.length === 0 ? [] : [`    headers={\n${given.join(",\n")}\n    }`]),
    ...(body === undefined ? [] : [pythonBody(body)])
  ]
  return `import requests\n\nresponse = requests.request(\n${lines.join(",\n")}\n)\nprint(response.text)`
}
