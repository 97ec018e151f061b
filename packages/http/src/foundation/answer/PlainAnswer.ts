import { SlicedJson } from "@quire/core"
import { Effect, Function, Option, type Schema, SchemaAST } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"

const leaves: ReadonlySet<SchemaAST.AST["_tag"]> = new Set([
  "Null",
  "String",
  "Number",
  "Boolean",
  "Literal",
  "Unknown"
])

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> | undefined => {
  switch (ast._tag) {
    case "Objects":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "Arrays":
      return [...ast.elements, ...ast.rest]
    case "Union":
      return ast.types
    case "Suspend":
      return [ast.thunk()]
    default:
      return leaves.has(ast._tag) ? [] : undefined
  }
}

const isJsonValue = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isDeclaration(ast) && ast.annotations?.["expected"] === "JSON value"

/** Whether the encoded side is any JSON value. */
const isJson = (ast: SchemaAST.AST): boolean =>
  ast.encoding === undefined ? isJsonValue(ast) : ast.encoding.every(({ to }) => isJsonValue(to))

/** Whether the values of a schema are their own JSON encoding, in every part. */
export const isPlain = (ast: SchemaAST.AST, seen = new Set<SchemaAST.AST>()): boolean => {
  if (seen.has(ast) || isJson(ast)) return true
  seen.add(ast)
  const parts = ast.encoding === undefined ? partsOf(ast) : undefined
  return parts?.every((part) => isPlain(part, seen)) ?? false
}

const statusOf = ({ ast }: Schema.Top): number =>
  SchemaAST.resolveAt<number>("httpApiStatus")(ast) ?? Number(ast.context?.annotations?.["httpApiStatus"] ?? 200)

type Endpoint = Pick<HttpApiEndpoint.Top, "success">

/** The success status of an endpoint with exactly one success, if its schema is plain. */
export const plainStatus: (endpoint: Endpoint) => Option.Option<number> = Function.memoize((endpoint) => {
  const [only, ...others] = endpoint.success
  return only === undefined || others.length > 0 || !isPlain(only.ast) ? Option.none() : Option.some(statusOf(only))
})

type Response = HttpServerResponse.HttpServerResponse

/**
 * Wraps a handler whose views are sent as JSON without encoding. The engine builds views of the type that the contract
 * declares, so where encoding would not change them it is skipped.
 */
export const answering =
  <Q extends { readonly endpoint: Endpoint }, A, E, R>(handler: (request: Q) => Effect.Effect<A, E, R>) =>
  (request: Q): Effect.Effect<A | Response, E, R> => {
    const status = plainStatus(request.endpoint)
    if (Option.isNone(status)) return handler(request)
    return Effect.flatMap(handler(request), (view) =>
      HttpServerResponse.isHttpServerResponse(view)
        ? Effect.succeed(view)
        : Effect.map(SlicedJson.encode(view), (json) =>
            HttpServerResponse.text(json, { status: status.value, contentType: "application/json" })
          )
    )
  }
