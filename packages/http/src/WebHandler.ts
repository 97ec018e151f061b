import { type HttpApi, HttpApp, HttpMiddleware } from "@effect/platform"
import { Effect, Layer } from "effect"
import * as Application from "./Application.ts"
import type { RateLimit } from "./RateLimit.ts"

export interface WebHandler {
  /** The layers are built at the first request. */
  readonly handler: (request: Request) => Promise<Response>
  /** Releases what the layers hold. */
  readonly dispose: () => Promise<void>
}

/** The API as a function from request to answer, for any framework that speaks the web's types. */
export const toWebHandler = <E>(
  layer: Layer.Layer<HttpApi.Api | RateLimit, E, Layer.Layer.Success<typeof Application.layerContext>>,
  options: Application.Options = {}
): WebHandler => {
  const untraced = Layer.locallyScoped(HttpMiddleware.currentTracerDisabledWhen, () => true)
  return HttpApp.toWebHandlerLayerWith(Layer.provideMerge(Layer.merge(layer, untraced), Application.layerContext), {
    toHandler: (runtime) => Effect.provide(Application.make(options), runtime)
  })
}
