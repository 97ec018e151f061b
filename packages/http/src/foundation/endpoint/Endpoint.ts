import { Context, type Schema, type Types } from "effect"
import type { HttpMethod, HttpRouter } from "effect/http"
import { HttpApiEndpoint, type HttpApiSchema, OpenApi } from "effect/http-api"
import * as Permission from "./Permission.ts"

/** What an endpoint declares in addition to its path and its schemas. */
interface Declaration extends Permission.Access {
  readonly summary: string
  readonly description?: string
}

type ErrorSchema<S> = S extends HttpApiSchema.WithHeaders<infer Inner, Schema.Top> ? Inner : S

/** The condition of `HttpApiEndpoint` on errors: they are no streams. */
type NoStream<S extends HttpApiEndpoint.ErrorConstraint> = [
  Extract<
    ErrorSchema<S extends ReadonlyArray<Schema.Constraint> ? S[number] : S>,
    HttpApiSchema.StreamSchema | HttpApiSchema.Upgrade
  >
] extends [never]
  ? S
  : never

/**
 * The constructor of `HttpApiEndpoint` for a method, which takes the documentation and the access of the endpoint with
 * its schemas and keeps them as annotations. An endpoint without a permission does not compile.
 */
const make = <Method extends HttpMethod.HttpMethod>(method: Method) => {
  const construct = HttpApiEndpoint.make(method)
  return <
    const Identifier extends string,
    const Path extends HttpRouter.PathInput,
    Params extends Schema.Top | Schema.Struct.Fields = never,
    Query extends Schema.Top | Schema.Struct.Fields = never,
    Payload extends HttpApiEndpoint.PayloadConstraintCodecs<Method> = never,
    Headers extends Schema.Top | Schema.Struct.Fields = never,
    const Success extends HttpApiEndpoint.SuccessConstraint = HttpApiSchema.NoContent,
    const Error extends HttpApiEndpoint.ErrorConstraint = never
  >(
    identifier: Identifier,
    path: Path,
    declared: Declaration & {
      readonly params?: Params | undefined
      readonly query?: Query | undefined
      readonly payload?: Payload | undefined
      readonly headers?: Headers | undefined
      readonly success?: Success | undefined
      readonly error?: (Error & NoStream<Types.NoInfer<Error>>) | undefined
    }
  ) => {
    const { description, error, headers, params, payload, query, success, summary } = declared
    const { permission, readers, scope } = declared
    const schemas = { params, query, payload, headers, success, error }
    const annotations = Context.mergeAll(
      Context.make(OpenApi.Summary, summary),
      description === undefined ? Context.empty() : Context.make(OpenApi.Description, description),
      Context.make(Permission.annotation, {
        permission,
        ...(scope === undefined ? {} : { scope }),
        ...(readers === undefined ? {} : { readers })
      })
    )
    return construct<Identifier, Path, Params, Query, Payload, Headers, Success, Error>(
      identifier,
      path,
      schemas
    ).annotateMerge(annotations)
  }
}

export const get = make("GET")
export const post = make("POST")
export const put = make("PUT")
export const patch = make("PATCH")
const remove = make("DELETE")

export { remove as delete }
