import { Slices } from "@quire/core"
import { Effect, Function, Option, Predicate, type Schema, SchemaAST } from "effect"
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

/** What is JSON already, of whatever shape. */
const isJson = (ast: SchemaAST.AST): boolean =>
  ast.encoding === undefined ? isJsonValue(ast) : ast.encoding.every(({ to }) => isJsonValue(to))

/** Whether values of a schema are their own JSON: no part of them is written otherwise than it is held. */
export const isPlain = (ast: SchemaAST.AST, seen = new Set<SchemaAST.AST>()): boolean => {
  if (seen.has(ast) || isJson(ast)) return true
  seen.add(ast)
  const parts = ast.encoding === undefined ? partsOf(ast) : undefined
  return parts?.every((part) => isPlain(part, seen)) ?? false
}

const statusOf = ({ ast }: Schema.Top): number =>
  SchemaAST.resolveAt<number>("httpApiStatus")(ast) ?? Number(ast.context?.annotations?.["httpApiStatus"] ?? 200)

type Endpoint = Pick<HttpApiEndpoint.Top, "success">

/** The status of an endpoint that has one success, a plain one. */
export const plainStatus: (endpoint: Endpoint) => Option.Option<number> = Function.memoize((endpoint) => {
  const [only, ...others] = endpoint.success
  return only === undefined || others.length > 0 || !isPlain(only.ast) ? Option.none() : Option.some(statusOf(only))
})

const listJson = (items: ReadonlyArray<unknown>): Effect.Effect<string> =>
  Effect.map(
    Slices.map(items, (item) => JSON.stringify(item) ?? "null"),
    (parts) => `[${parts.join(",")}]`
  )

/** What `JSON.stringify` gives; of a large record the items of each list are written in slices. */
export const jsonOf = Effect.fnUntraced(function* (view: unknown) {
  if (!Predicate.isReadonlyObject(view) || Array.isArray(view) || !Slices.isLarge(view)) return JSON.stringify(view)
  const members: Array<string> = []
  for (const [name, value] of Object.entries(view)) {
    const json = Array.isArray(value) ? yield* listJson(value) : JSON.stringify(value)
    if (json !== undefined) members.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${members.join(",")}}`
})

type Response = HttpServerResponse.HttpServerResponse

/**
 * A handler whose views become JSON as they are. Views are built by the engine and typed by the contract: where encoding
 * would walk one only to find it unchanged, it is not walked.
 */
export const answering =
  <Q extends { readonly endpoint: Endpoint }, A, E, R>(handler: (request: Q) => Effect.Effect<A, E, R>) =>
  (request: Q): Effect.Effect<A | Response, E, R> => {
    const status = plainStatus(request.endpoint)
    if (Option.isNone(status)) return handler(request)
    return Effect.flatMap(handler(request), (view) =>
      HttpServerResponse.isHttpServerResponse(view)
        ? Effect.succeed(view)
        : Effect.map(jsonOf(view), (json) =>
            HttpServerResponse.text(json, { status: status.value, contentType: "application/json" })
          )
    )
  }
