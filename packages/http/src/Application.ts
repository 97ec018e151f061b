import { HttpApi, HttpApiBuilder, type HttpApp, type HttpMiddleware, HttpRouter } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Chunk, Effect, Layer, Option } from "effect"
import * as Frame from "./Frame.ts"
import { RateLimit } from "./RateLimit.ts"
import * as Routes from "./Routes.ts"

export interface Options {
  /** Origins of browser pages that may call; none by default. */
  readonly origins?: ReadonlyArray<string>
}

/** What the groups and routes of an API are registered with, and what serving them needs of the platform. */
export const layerContext = Layer.mergeAll(
  HttpApiBuilder.Router.Live,
  HttpApiBuilder.Middleware.layer,
  NodeHttpServer.layerContext
)

/** Requests that may change something run to their end once routed, even when their client goes away. */
const finishing = <E, R>(router: HttpRouter.HttpRouter<E, R>): HttpRouter.HttpRouter<E, R> =>
  HttpRouter.fromIterable(
    Chunk.map(router.routes, (route) =>
      HttpRouter.makeRoute(route.method, route.path, route.handler, {
        prefix: Option.getOrUndefined(route.prefix),
        uninterruptible: route.uninterruptible || (route.method !== "GET" && route.method !== "HEAD")
      })
    )
  )

/**
 * The API as one app, once all of its layers are built: the router inside the frame. It never fails; every answer that
 * is not a success has the error body.
 */
export const make = (
  options: Options = {}
): Effect.Effect<
  HttpApp.Default<never, HttpRouter.HttpRouter.DefaultServices>,
  never,
  HttpApi.Api | HttpApiBuilder.Router | HttpApiBuilder.Middleware | RateLimit
> =>
  Effect.gen(function* () {
    const { api } = yield* HttpApi.Api
    const routerService = yield* HttpApiBuilder.Router
    const middlewareService = yield* HttpApiBuilder.Middleware
    const limits = yield* RateLimit
    const router = yield* routerService.router
    const inner = yield* middlewareService.retrieve
    const frame = Frame.around(Routes.make(api, router), { origins: options.origins ?? [], limits })
    return yield* HttpApiBuilder.httpApp.pipe(
      Effect.provideService(HttpApiBuilder.Router, { ...routerService, router: Effect.succeed(finishing(router)) }),
      Effect.provideService(HttpApiBuilder.Middleware, {
        ...middlewareService,
        retrieve: Effect.succeed<HttpMiddleware.HttpMiddleware>((app) => frame(inner(app)))
      }),
      HttpRouter.withRouterConfig(Routes.routerConfig)
    )
  })
