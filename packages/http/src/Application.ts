import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { Contract } from "./Contract.ts"
import * as Frame from "./Frame.ts"
import { RateLimit } from "./RateLimit.ts"
import * as Router from "./Router.ts"
import * as Routes from "./Routes.ts"

export interface Options {
  /** Origins of browser pages that may call; none by default. */
  readonly origins?: ReadonlyArray<string>
}

/** What the groups and routes of an API are registered with, and what serving them needs of the platform. */
export const layerContext = Layer.mergeAll(Router.layer, NodeHttpServer.layerHttpServices)

/**
 * The API as one app, once all of its layers are built: the router inside the frame. It never fails; every answer that
 * is not a success has the error body.
 */
export const make = (options: Options = {}) =>
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const routes = Routes.make((yield* Contract).endpoints, yield* Router.KnownRoutes)
    const frame = Frame.around(routes, { origins: options.origins ?? [], limits: yield* RateLimit })
    return frame(router.asHttpEffect())
  })
