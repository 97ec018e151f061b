import { Permission } from "@quire/http"
import { Api } from "@quire/http/api"
import { type Context, Option, Predicate, Schema, SchemaAST } from "effect"
import type { HttpMethod } from "effect/http"
import { HttpApi, type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
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
  /** Whether it takes a body of JSON. */
  readonly hasBody: boolean
  readonly annotations: Context.Context<never>
  readonly access: Permission.Access
  readonly middleware: ReadonlyArray<string>
  /** Whether it answers with bytes, which have no schema. */
  readonly isStreamed: boolean
  /** Declared success statuses with the schema of their body, if they have one. */
  readonly successes: ReadonlyMap<number, Option.Option<Schema.Codec<unknown, unknown>>>
  readonly errors: ReadonlySet<number>
}

const queryNames = (schema: Schema.Top | undefined): ReadonlyArray<string> => {
  const ast = schema === undefined ? undefined : SchemaAST.toEncoded(schema.ast)
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

const contentOf = (schemas: ReadonlyArray<Schema.Top>): Option.Option<Schema.Codec<unknown, unknown>> => {
  const contents = schemas.filter(({ ast }) => !HttpApiSchema.isNoContent(ast))
  return contents.length === 0 ? Option.none() : Option.some(Schema.make(Schema.Union(contents).ast))
}

const isStream = (schema: unknown): boolean => Predicate.isTagged(schema, "StreamUint8Array")

const accessOf = ({ annotations, identifier }: HttpApiEndpoint.Top): Permission.Access => {
  const access = Permission.accessOf(annotations)
  if (access === undefined) throw new Error(`${identifier} declares no permission`)
  return access
}

const reflected = () => {
  const found: Array<Endpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, errors, mergedAnnotations, middleware, successes }) => {
      const { identifier: name, method, path } = endpoint
      const queries = queryNames(endpoint.query)
      found.push({
        name,
        method,
        path,
        parameters: Array.from(path.matchAll(/:(\w+)/g), ([, parameter]) => parameter ?? ""),
        queries,
        isPaged: queries.includes("limit"),
        hasBody: Array.from(endpoint.payload.keys()).some((type) => type === "application/json"),
        annotations: mergedAnnotations,
        access: accessOf(endpoint),
        middleware: Array.from(middleware, ({ key }) => key),
        isStreamed: Array.from(endpoint.success).some(isStream),
        successes: new Map([
          ...Array.from(successes, ([status, schemas]) => [status, contentOf(schemas)] as const),
          ...(Array.from(endpoint.success).some(isStream) ? [[200, Option.none()] as const] : [])
        ]),
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
