import { Context, Effect, Layer } from "effect"
import { HttpEffect, HttpMiddleware } from "effect/http"
import type { Contract } from "../documentation/Contract.ts"
import type { RateLimit } from "../foundation/exchange/RateLimit.ts"
import * as Application from "./Application.ts"
import * as FairScheduler from "./FairScheduler.ts"

export interface WebHandler {
  /** The layers are built at the first request. */
  readonly handler: (request: Request) => Promise<Response>
  /**
   * Serves only published sites, at their hostnames and below `sites` of the base URL, whose path may be part of the
   * request.
   */
  readonly reader: (request: Request) => Promise<Response>
  /** Releases the resources of the layers. */
  readonly dispose: () => Promise<void>
}

/** The API as a web handler, for any framework with the web's `Request` and `Response`. */
export const toWebHandler = <E>(
  layer: Layer.Layer<Contract | RateLimit, E, Layer.Success<typeof Application.layerContext>>,
  options: Application.Options = {}
): WebHandler => {
  const { dispose, handler } = HttpEffect.toWebHandlerLayerWith(
    layer.pipe(
      Layer.merge(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)),
      Layer.merge(FairScheduler.layer),
      Layer.provideMerge(Application.layerContext)
    ),
    { toHandler: (context) => Effect.provide(Application.make(options), context) }
  )
  const alone = Context.make(Application.SitesAlone, true)
  return { dispose, handler: (request) => handler(request), reader: (request) => handler(request, alone) }
}
