import { ApiBounds, type ApiDescription, type ApiOperation, ExactJson, ExampleValue } from "@quire/core"
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

type Parameter = ApiOperation.Parameter
type Content = ApiOperation.Content

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

const pathOf = ({ parameters = [], path }: ApiOperation.ApiOperation, book: Book): string => {
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
const credentialsOf = (operation: ApiOperation.ApiOperation, book: Book): Credentials => {
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

export const of = (operation: ApiOperation.ApiOperation, book: Book): SampleRequest => {
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
