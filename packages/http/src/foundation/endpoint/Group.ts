import { type DomainError, type Engine, Lazy } from "@quire/core"
import { type Array, Context, Effect, Layer, type Scope } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder, type HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { answering } from "../answer/PlainAnswer.ts"
import * as DecodeReport from "../error/DecodeReport.ts"
import { isWireError, onWire, type WireByKind, type WireError } from "../error/Errors.ts"
import { Failures } from "../error/Failures.ts"
import { Authentication } from "../exchange/Authentication.ts"
import { type Built, capturing } from "../exchange/Capture.ts"

/** The API without its groups: its version, and how it decodes bodies. */
export const base = HttpApi.make("v1").annotate(HttpApi.PayloadParseOptions, DecodeReport.options)

/** A group of endpoints of `/v1` that authenticate their callers. Its title is the heading in the reference. */
export const make = <
  const Name extends string,
  const Endpoints extends Array.NonEmptyReadonlyArray<HttpApiEndpoint.Constraint>
>(
  name: Name,
  title: string,
  ...endpoints: Endpoints
) =>
  HttpApiGroup.make(name, { topLevel: true })
    .add(...endpoints)
    .annotate(OpenApi.Title, title)
    .middleware(Authentication)
    .middleware(Failures)
    .prefix("/v1")

type Endpoint = Pick<HttpApiEndpoint.Top, "identifier" | "method" | "path">
type RouteHandler = HttpRouter.Route<unknown, unknown>["handler"]

/** The group as stored by the builder of an API. */
interface Registered {
  readonly routes: ReadonlyArray<HttpRouter.Route<unknown, unknown>>
  readonly handlers: ReadonlyMap<string, { readonly endpoint: Endpoint }>
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

/** Finds the handler of an endpoint. All handlers of the group are created when the first one is requested. */
const makeFinder = (build: () => Registered) => {
  const handlers = Lazy.make(() => new Map(build().routes.map((route) => [nameOf(route), route.handler])))
  return (endpoint: Endpoint): RouteHandler =>
    handlers().get(nameOf(endpoint)) ?? Effect.die(new Error(`no route was made for ${nameOf(endpoint)}`))
}

const isPath = (path: string): path is HttpRouter.PathInput => path.startsWith("/")

const routeOf = (endpoint: Endpoint, handler: RouteHandler): HttpRouter.Route<unknown, unknown> => {
  const { method, path } = endpoint
  if (!isPath(path)) throw new Error(`the path of ${endpoint.identifier} does not begin with a slash`)
  return HttpRouter.route(method, path, handler)
}

const defer = <Id, E, R>({ endpoints, key }: HttpApiGroup.Top, whole: Layer.Layer<Id, E, R>): Layer.Layer<Id, E, R> =>
  Layer.effectContext(
    Effect.map(Effect.context<R>(), (context) => {
      // Handlers keep the context that they are made in. That of `runSync` has a scheduler that gives others no turn.
      const inOwn = (_: Context.Context<never>) => context
      const made = Effect.updateContext(Effect.scoped(Layer.build(whole)), inOwn)
      const find = makeFinder(() => Effect.runSync(made).mapUnsafe.get(key))
      const all: ReadonlyArray<Endpoint> = Object.values(endpoints)
      const registered: Registered = {
        routes: all.map((endpoint) =>
          routeOf(
            endpoint,
            Effect.suspend(() => find(endpoint))
          )
        ),
        handlers: new Map(all.map((endpoint) => [endpoint.identifier, { endpoint }]))
      }
      return Context.makeUnsafe<Id>(new Map([[key, registered]]))
    })
  )

/** The kinds of domain errors whose status an endpoint declares. */
type DeclaredKind<E> = { [K in DomainError.Kind]: WireByKind[K] extends E ? K : never }[DomainError.Kind]

type Failure<E extends HttpApiEndpoint.Constraint> =
  | HttpApiEndpoint.MiddlewareError<E>
  | DomainError.DomainError<DeclaredKind<HttpApiEndpoint.Errors<E>>>

type Services<E> = HttpRouter.Provided | HttpApiEndpoint.MiddlewareProvides<E>

/** A handler that reads the body of its request. */
interface Raw<F> {
  readonly raw: F
}

export const raw = <F>(handler: F): Raw<F> => ({ raw: handler })

type Handlers<Endpoints extends { readonly [name: string]: HttpApiEndpoint.Constraint }> = {
  readonly [Name in keyof Endpoints]:
    | HttpApiEndpoint.Handler<Endpoints[Name], Failure<Endpoints[Name]>, Services<Endpoints[Name]>>
    | Raw<HttpApiEndpoint.HandlerRaw<Endpoints[Name], Failure<Endpoints[Name]>, Services<Endpoints[Name]>>>
}

type NoOther<H, Endpoints> = { readonly [Name in Exclude<keyof H, keyof Endpoints>]: never }

type AnyHandler = (
  request: Pick<HttpApiEndpoint.Request<HttpApiEndpoint.Top>, "endpoint">
) => Effect.Effect<unknown, DomainError.DomainError | WireError, unknown>

const bind = (handler: AnyHandler): AnyHandler =>
  answering((request: Parameters<AnyHandler>[0]) =>
    Effect.catch(handler(request), (error) => (isWireError(error) ? Effect.fail(error) : onWire(Effect.fail(error))))
  )

/**
 * The handlers of a group, by the names of its endpoints: a missing or another name does not compile, nor does an error
 * whose status the endpoint does not declare. Domain errors are translated to the wire, and views that are their own
 * JSON are sent without encoding.
 *
 * Handlers are created on the first request to the group, in the context of the layer, because deriving decoders and
 * encoders from schemas takes time and most servers use few groups in their first minutes. The services that handlers
 * need exist when the layer is built, and creating handlers is synchronous.
 */
export function layer<G extends HttpApiGroup.Constraint, H extends Handlers<G["endpoints"]>, E, R>(
  group: G,
  build: Effect.Effect<H & NoOther<H, G["endpoints"]>, E, R>
): Layer.Layer<
  HttpApiGroup.Service<"v1", G["identifier"]>,
  E,
  Exclude<R, Engine.Services | Scope.Scope> | Built | HttpApiEndpoint.Middleware<G["endpoints"][keyof G["endpoints"]]>
>
export function layer(
  group: HttpApiGroup.Top,
  build: Effect.Effect<{ readonly [name: string]: AnyHandler | Raw<AnyHandler> }, unknown, unknown>
): Layer.Layer<never, unknown, unknown> {
  const whole = HttpApiBuilder.group(base.add(group), group.identifier, (handlers) =>
    Effect.map(capturing(build), (all) => {
      const decoded: { [endpoint: string]: AnyHandler } = {}
      for (const [endpoint, handler] of Object.entries(all)) {
        if (typeof handler === "function") decoded[endpoint] = bind(handler)
        else handlers.handleRaw(endpoint, bind(handler.raw))
      }
      return handlers.handleAll(decoded)
    })
  )
  return defer(group, whole)
}

interface WithLayer {
  readonly layer: Layer.Any
}

/** The handlers of several groups. */
export function layers<const Groups extends Array.NonEmptyReadonlyArray<WithLayer>>(
  groups: Groups
): Layer.Layer<
  Layer.Success<Groups[number]["layer"]>,
  Layer.Error<Groups[number]["layer"]>,
  Layer.Services<Groups[number]["layer"]>
>
export function layers([first, ...others]: Array.NonEmptyReadonlyArray<{
  readonly layer: Layer.Layer<never, unknown, unknown>
}>): Layer.Layer<never, unknown, unknown> {
  return Layer.mergeAll(first.layer, ...others.map(({ layer }) => layer))
}
