import { HttpApi, type HttpMethod } from "@effect/platform"
import { Api } from "@quire/http/api"
import { type Context, Option, Schema, SchemaAST } from "effect"
import type { Call } from "./scenarios.ts"

export interface Endpoint {
  readonly name: string
  readonly method: HttpMethod.HttpMethod
  readonly path: string
  readonly parameters: ReadonlyArray<string>
  /** Names of what its query may have. */
  readonly queries: ReadonlyArray<string>
  /** Takes `limit` and `page`. */
  readonly isPaged: boolean
  readonly hasBody: boolean
  readonly annotations: Context.Context<never>
  readonly middleware: ReadonlyArray<string>
  /** Declared success statuses with the schema of their body, if they have one. */
  readonly successes: ReadonlyMap<number, Option.Option<Schema.Schema<unknown, unknown>>>
  readonly errors: ReadonlySet<number>
}

const queryNames = (schema: Option.Option<Schema.Schema.All>): ReadonlyArray<string> =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name))
  })

const reflected = () => {
  const found: Array<Endpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, errors, mergedAnnotations, middleware, successes }) => {
      const { method, name, path } = endpoint
      const queries = queryNames(endpoint.urlParamsSchema)
      found.push({
        name,
        method,
        path,
        parameters: Array.from(path.matchAll(/:(\w+)/g), ([, parameter]) => parameter ?? ""),
        queries,
        isPaged: queries.includes("limit"),
        hasBody: Option.isSome(endpoint.payloadSchema),
        annotations: mergedAnnotations,
        middleware: Array.from(middleware, ({ key }) => key),
        successes: new Map(
          Array.from(successes, ([status, { ast }]) => [status, Option.map(ast, Schema.make<unknown, unknown, never>)])
        ),
        errors: new Set(errors.keys())
      })
    }
  })
  return found
}

/** Every endpoint of the contract. */
export const endpoints: ReadonlyArray<Endpoint> = reflected()

/** The path and query of a call; parameters of `instead` take the place of the call's own. */
export const target = (endpoint: Endpoint, call: Call, instead: Readonly<Record<string, string>> = {}): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = instead[name] ?? call.path?.[name]
    if (value === undefined) throw new Error(`${endpoint.name} is called without ${name}`)
    return value.split("/").map(encodeURIComponent).join("/")
  })
  return call.query === undefined || call.query === "" ? path : `${path}?${call.query}`
}
