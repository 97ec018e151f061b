import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { Contract } from "../documentation/Contract.ts"
import * as ClientAddress from "../foundation/exchange/ClientAddress.ts"
import { RateLimit } from "../foundation/exchange/RateLimit.ts"
import * as Frame from "./Frame.ts"
import * as Router from "./Router.ts"
import * as Routes from "./Routes.ts"

export interface Options {
  /** Origins of browser pages that may call; none by default. */
  readonly origins?: ReadonlyArray<string>
  /** Proxies whose `Forwarded` or `X-Forwarded-For` tells where a request came from; none by default. */
  readonly trustedProxies?: ClientAddress.TrustedProxies
  /** Where a request of the web came from, which it does not tell itself; what is no address is unknown. */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
}

/** What the groups and routes of an API are registered with, and what serving them needs of the platform. */
export const layerContext = Layer.mergeAll(Router.layer, NodeHttpServer.layerHttpServices)

/** What a connection says of its other end, or the host of a request that came over none; empty when unknown. */
const peerOf =
  ({ clientAddress }: Options) =>
  ({ remoteAddress, source }: HttpServerRequest.HttpServerRequest): string =>
    clientAddress !== undefined && source instanceof Request
      ? ClientAddress.told(clientAddress(source))
      : Option.getOrElse(remoteAddress, () => "")

/**
 * The API as one app, once all of its layers are built: the router inside the frame. It never fails; every answer that
 * is not a success has the error body.
 */
export const make = (options: Options = {}) =>
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const routes = Routes.make((yield* Contract).endpoints, yield* Router.KnownRoutes)
    const frame = Frame.around(routes, {
      origins: options.origins ?? [],
      limits: yield* RateLimit,
      proxies: options.trustedProxies ?? ClientAddress.nobody,
      peerOf: peerOf(options)
    })
    return frame(router.asHttpEffect())
  })
