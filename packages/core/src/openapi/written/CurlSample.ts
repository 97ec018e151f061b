import * as ApiBounds from "../description/ApiBounds.ts"
import type { SecurityScheme } from "../description/ApiDescription.ts"
import type { ApiOperation, SecurityRequirement, Server } from "../description/ApiOperation.ts"
import type { Schemas } from "./PropertyRows.ts"
import * as SampleValue from "./SampleValue.ts"

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
    ...(isJson ? [`-d ${quote(SampleValue.textOf(schemas, content))}`] : [])
  ]
  return words.join(" \\\n  ")
}
