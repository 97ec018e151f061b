import { Lazy } from "@quire/core"
import { Context, Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder, type HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

type Endpoint = Pick<HttpApiEndpoint.Top, "identifier" | "method" | "path">
type Handler = HttpRouter.Route<unknown, unknown>["handler"]

/** The group as stored by the builder of an API. */
interface Registered {
  readonly routes: ReadonlyArray<HttpRouter.Route<unknown, unknown>>
  readonly handlers: ReadonlyMap<string, { readonly endpoint: Endpoint }>
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

/** Finds the handler of an endpoint. All handlers of the group are created when the first one is requested. */
const makeFinder = (build: () => Registered) => {
  const handlers = Lazy.make(() => new Map(build().routes.map((route) => [nameOf(route), route.handler])))
  return (endpoint: Endpoint): Handler =>
    handlers().get(nameOf(endpoint)) ?? Effect.die(new Error(`no route was made for ${nameOf(endpoint)}`))
}

const isPath = (path: string): path is HttpRouter.PathInput => path.startsWith("/")

const routeOf = (endpoint: Endpoint, handler: Handler): HttpRouter.Route<unknown, unknown> => {
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

/**
 * The handlers of a group, created on its first request in the context of the layer, because deriving decoders and
 * encoders from schemas takes time and most servers use few groups in their first minutes. The services that handlers
 * need exist when the layer is built, and creating handlers is synchronous.
 */
export const layer: typeof HttpApiBuilder.group = (api, identifier, build) => {
  const groups: ReadonlyArray<unknown> = Object.values(api.groups)
  const group = groups.filter(HttpApiGroup.isHttpApiGroup).find((each) => each.identifier === identifier)
  const whole = HttpApiBuilder.group(api, identifier, build)
  return group === undefined ? whole : defer(group, whole)
}
