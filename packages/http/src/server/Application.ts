import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { Contract } from "../documentation/Contract.ts"
import * as ClientAddress from "../foundation/exchange/ClientAddress.ts"
import { Hosts } from "../foundation/exchange/Hosts.ts"
import { RateLimit } from "../foundation/exchange/RateLimit.ts"
import * as Frame from "./Frame.ts"
import * as Router from "./Router.ts"
import * as Routes from "./Routes.ts"

export interface Options {
  /** Origins whose pages may call the API; none by default. */
  readonly origins?: ReadonlyArray<string>
  /** Proxies whose `Forwarded` or `X-Forwarded-For` names the client; none by default. */
  readonly trustedProxies?: ClientAddress.TrustedProxies
  /**
   * The client's address of a web `Request`, which does not carry it; anything that is not an address counts as
   * unknown.
   */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
}

/** The router and platform services that an API needs. */
export const layerContext = Layer.mergeAll(Router.layer, NodeHttpServer.layerHttpServices)

/**
 * The address of the connection's peer, or what the host reports for a request without a connection; empty when
 * unknown.
 */
const peerOf =
  ({ clientAddress }: Options) =>
  ({ remoteAddress, source }: HttpServerRequest.HttpServerRequest): string =>
    clientAddress !== undefined && source instanceof Request
      ? ClientAddress.parse(clientAddress(source))
      : Option.getOrElse(remoteAddress, () => "")

/**
 * The API as one app, once all of its layers are built: the router inside the frame. It never fails; every unsuccessful
 * response has the error body.
 */
export const make = (options: Options = {}) =>
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const routes = Routes.make((yield* Contract).endpoints, yield* Router.KnownRoutes)
    const frame = Frame.wrap(routes, {
      origins: options.origins ?? [],
      limits: yield* RateLimit,
      hosts: yield* Hosts,
      proxies: options.trustedProxies ?? ClientAddress.noProxies,
      peerOf: peerOf(options)
    })
    return frame(router.asHttpEffect())
  })
