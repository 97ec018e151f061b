import { Context, Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"

/** Every route added to the router, including those outside the contract. */
export class KnownRoutes extends Context.Service<KnownRoutes, ReadonlyArray<KnownRoute>>()("@quire/http/KnownRoutes") {}

export type KnownRoute = Pick<HttpRouter.Route, "method" | "path">

/** How targets are parsed, so that the frame and the router find the same route. */
const config = { caseSensitive: true, ignoreDuplicateSlashes: false, maxParamLength: 16_384 } as const

/** Makes mutating requests uninterruptible once routed, even when their client disconnects. */
const makeUninterruptible = (route: Pick<HttpRouter.Route, "method" | "uninterruptible">) =>
  Object.assign(route, {
    uninterruptible: route.uninterruptible || (route.method !== "GET" && route.method !== "HEAD")
  })

/** A router that publishes its routes. */
export const layer: Layer.Layer<HttpRouter.HttpRouter | KnownRoutes> = Layer.effectContext(
  Effect.gen(function* () {
    const routes: Array<KnownRoute> = []
    const router = yield* Effect.provideService(HttpRouter.make, HttpRouter.RouterConfig, config)
    const addAll: HttpRouter.HttpRouter["addAll"] = (added) => {
      routes.push(...added)
      added.forEach(makeUninterruptible)
      return router.addAll(added)
    }
    const known = HttpRouter.HttpRouter.of({
      ...router,
      addAll,
      add: (method, path, handler, options) => addAll([HttpRouter.route(method, path, handler, options)])
    })
    return Context.make(HttpRouter.HttpRouter, known).pipe(Context.add(KnownRoutes, routes))
  })
)
