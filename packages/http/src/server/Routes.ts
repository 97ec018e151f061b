import { Inspection, Lazy } from "@quire/core"
import { Context, type Effect, Option, Result, Schema, type SchemaAST } from "effect"
import type { HttpMethod } from "effect/http"
import { type HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"
import type * as Contract from "../documentation/Contract.ts"
import { AnyKeys, bytesTypes, MaximumBytes } from "../foundation/body/Body.ts"
import type { WireError } from "../foundation/error/Errors.ts"
import { RestOfPath } from "../foundation/query/RestOfPath.ts"
import * as Target from "../foundation/query/Target.ts"
import type { KnownRoute } from "./Router.ts"

/** Decodes one part of a request again to report its faults. The decoder is derived from the schema on first use. */
export interface Part {
  readonly ast: SchemaAST.AST
  readonly check: (input: unknown) => Effect.Effect<unknown, Inspection.Refusal>
}

/** A route as the frame knows it; routes outside the contract have no parts. */
export interface Route {
  readonly method: HttpMethod.HttpMethod | "*"
  /** For example `/v1/spaces/{spaceId}`. */
  readonly template: string
  readonly parameters: ReadonlyArray<string>
  readonly maximumBytes: number
  readonly anyKeys: boolean
  readonly takesRest: boolean
  /** Whether it needs no token. */
  readonly isOpen: boolean
  /** Whether it is outside the contract; its requests keep the headers that were sent. */
  readonly isOutside: boolean
  /** The content type of a body of bytes; undefined if the body is JSON. */
  readonly bytesType: string | undefined
  readonly headers: Option.Option<Part>
  readonly path: Option.Option<Part>
  readonly payload: Option.Option<Part>
  readonly query: Option.Option<Part>
}

export interface MatchedRoute {
  readonly _tag: "Route"
  readonly route: Route
  readonly target: Target.Target
  readonly parameters: { readonly [name: string]: string }
}

/** The result of routing a method and target. */
export type RouteMatch =
  | MatchedRoute
  | { readonly _tag: "OtherMethods"; readonly allow: ReadonlyArray<string> }
  | { readonly _tag: "Nothing" }

interface Node {
  readonly statics: Map<string, Node>
  parameter: Node | undefined
  readonly methods: Map<string, Route>
  readonly rest: Map<string, Route>
}

export type Routes = Node

const emptyNode = (): Node => ({ statics: new Map(), parameter: undefined, methods: new Map(), rest: new Map() })

/** Endpoints decode without services. */
const isPlain = (schema: Schema.Top): schema is Schema.Codec<unknown, unknown> & Schema.Top => schema !== undefined

const makePart = (schema: Schema.Top | undefined, unknownKeys: "error" | "ignore" = "error"): Option.Option<Part> => {
  if (schema === undefined || !isPlain(schema)) return Option.none()
  const decoder = Lazy.make(() => Inspection.decoder(schema, unknownKeys))
  return Option.some({ ast: schema.ast, check: (input) => decoder()(input) })
}

const bytesTypeOf = ({ payload }: HttpApiEndpoint.Top): string | undefined => {
  const [contentType = ""] = payload.keys()
  return bytesTypes.find((known) => known === contentType)
}

const payloadOf = (endpoint: HttpApiEndpoint.Top): Schema.Top | undefined => {
  const [content] = bytesTypeOf(endpoint) === undefined ? endpoint.payload.values() : []
  const [only, ...others] = content?.schemas ?? []
  return only === undefined || others.length === 0 ? only : Schema.Union([only, ...others])
}

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "")

const templateOf = (path: string) => path.replace(/:(\w+)/g, "{$1}")

const parametersOf = (path: string) => Array.from(path.matchAll(/:(\w+)|(\*)$/g), ([, name]) => name ?? "*")

const routeOutsideContract = (method: Route["method"], path: string): Route => ({
  method,
  template: templateOf(path),
  parameters: parametersOf(path),
  maximumBytes: Context.get(Context.empty(), MaximumBytes),
  anyKeys: false,
  takesRest: false,
  isOpen: true,
  isOutside: true,
  bytesType: undefined,
  headers: Option.none(),
  path: Option.none(),
  payload: Option.none(),
  query: Option.none()
})

const routeOfEndpoint = ({ annotations, endpoint, middleware }: Contract.Endpoint): Route => ({
  ...routeOutsideContract(endpoint.method, endpoint.path),
  maximumBytes: Context.get(annotations, MaximumBytes),
  anyKeys: Context.get(annotations, AnyKeys),
  takesRest: Context.get(annotations, RestOfPath),
  isOutside: false,
  isOpen: !Array.from(middleware).some(HttpApiMiddleware.isSecurity),
  bytesType: bytesTypeOf(endpoint),
  headers: makePart(endpoint.headers, "ignore"),
  path: makePart(endpoint.params),
  payload: makePart(payloadOf(endpoint)),
  query: makePart(endpoint.query)
})

/** Adds a route. An unnamed rest (`*`) also matches an empty rest. */
const insert = (root: Node, path: string, route: Route): void => {
  const segments = segmentsOf(path)
  let at = root
  for (const [index, segment] of segments.entries()) {
    if (segment === "*" || (route.takesRest && index === segments.length - 1)) {
      at.rest.set(route.method, route)
      if (segment === "*") at.methods.set(route.method, { ...route, parameters: route.parameters.slice(0, -1) })
      return
    }
    if (segment.startsWith(":")) {
      at.parameter ??= emptyNode()
      at = at.parameter
    } else {
      const next = at.statics.get(segment) ?? emptyNode()
      at.statics.set(segment, next)
      at = next
    }
  }
  at.methods.set(route.method, route)
}

/** Indexes every route of the router, with its declaration in the contract. */
export const make = (endpoints: ReadonlyArray<Contract.Endpoint>, routes: ReadonlyArray<KnownRoute>): Routes => {
  const known = new Map(endpoints.map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, routeOfEndpoint(one)]))
  const root = emptyNode()
  for (const { method, path } of routes) {
    insert(root, path, known.get(`${method} ${path}`) ?? routeOutsideContract(method, path))
  }
  return root
}

/** The end of a path: its routes by method, and the values of its parameters. */
interface Candidate {
  readonly methods: ReadonlyMap<string, Route>
  readonly values: ReadonlyArray<string>
  /** The segment at which the rest of the path begins, if the route takes it. */
  readonly restAt: number | undefined
}

const lookUp = (methods: ReadonlyMap<string, Route>, method: string): Route | undefined =>
  methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined) ?? methods.get("*")

/** The first candidate that `take` accepts: literal segments before parameters before rests, like the router. */
const findFirst = <A>(
  take: (candidate: Candidate) => A | undefined,
  at: Node,
  segments: ReadonlyArray<string>,
  index: number,
  values: ReadonlyArray<string>
): A | undefined => {
  const segment = segments[index]
  if (segment === undefined)
    return at.methods.size > 0 ? take({ methods: at.methods, values, restAt: undefined }) : undefined
  const literal = at.statics.get(segment)
  const found =
    (literal && findFirst(take, literal, segments, index + 1, values)) ??
    (at.parameter && findFirst(take, at.parameter, segments, index + 1, [...values, segment]))
  if (found !== undefined || at.rest.size === 0) return found
  return take({ methods: at.rest, values: [...values, segments.slice(index).join("/")], restAt: index })
}

const matchRoute = (route: Route, { restAt, values }: Candidate, target: Target.Target): MatchedRoute => {
  const parameters: { [name: string]: string } = {}
  for (const [index, name] of route.parameters.entries()) parameters[name] = values[index] ?? ""
  return {
    _tag: "Route",
    route,
    target: restAt === undefined || !route.takesRest ? target : Target.joinFrom(target, restAt),
    parameters
  }
}

/** Finds the route of a request. `HEAD` is routed like `GET`. */
export const find = (self: Routes, method: string, target: Target.Target): RouteMatch => {
  const others: Array<string> = []
  const take = (candidate: Candidate) => {
    const route = lookUp(candidate.methods, method)
    if (route === undefined) others.push(...candidate.methods.keys())
    return route && matchRoute(route, candidate, target)
  }
  const found = findFirst(take, self, target.segments, 0, [])
  if (found !== undefined) return found
  if (others.includes("GET")) others.push("HEAD")
  return others.length === 0 ? { _tag: "Nothing" } : { _tag: "OtherMethods", allow: [...new Set(others)].sort() }
}

/**
 * Finds the route of a URL without the path of the base URL, or else of the URL as it is: a framework around the handler
 * may have taken that path away (rule mount-prefix).
 */
export const locate = (
  self: Routes,
  method: string,
  url: string,
  below: (url: string) => string | undefined
): Result.Result<RouteMatch, WireError> => {
  const bare = below(url)
  const inner = bare === undefined ? undefined : Result.getOrUndefined(Target.parse(bare))
  const found = inner === undefined ? undefined : find(self, method, inner)
  if (found !== undefined && found._tag !== "Nothing") return Result.succeed(found)
  return Result.map(Target.parse(url), (target) => find(self, method, target))
}
