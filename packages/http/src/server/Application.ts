import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { Contract } from "../documentation/Contract.ts"
import * as ClientAddress from "../foundation/exchange/ClientAddress.ts"
import { Hosts } from "../foundation/exchange/Hosts.ts"
import { RateLimit } from "../foundation/exchange/RateLimit.ts"
import { isWebRequest } from "../foundation/exchange/WebRequest.ts"
import * as Frame from "./Frame.ts"
import * as NodeHandler from "./NodeHandler.ts"
import * as RequestMeter from "./RequestMeter.ts"
import * as Router from "./Router.ts"
import * as Routes from "./Routes.ts"

export interface Options {
  /** Origins whose pages may call the API; none by default. */
  readonly origins?: ReadonlyArray<string>
  /** Proxies whose `Forwarded` or `X-Forwarded-For` names the client; none by default. */
  readonly trustedProxies?: ClientAddress.TrustedProxies
  /**
   * The client's address of a web `Request`, which does not carry it; anything that is not an address counts as
   * unknown. The peer of the connection when absent, if the request came through a Node handler.
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
    isWebRequest(source)
      ? ClientAddress.parse(clientAddress === undefined ? NodeHandler.addressOf(source) : clientAddress(source))
      : Option.getOrElse(remoteAddress, () => "")

/** Whether only published sites respond to a request, as if there were no API. */
export const SitesAlone: Context.Reference<boolean> = Context.Reference("@quire/http/SitesAlone", {
  defaultValue: () => false
})

/**
 * The API as one app, once all of its layers are built: the router inside the frame. It never fails; every unsuccessful
 * response has the error body.
 */
export const make = (options: Options = {}) =>
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const known = yield* Router.KnownRoutes
    const hosts = yield* Hosts
    const framing: Frame.Options = {
      origins: options.origins ?? [],
      limits: yield* RateLimit,
      hosts,
      meter: yield* RequestMeter.RequestMeter,
      proxies: options.trustedProxies ?? ClientAddress.noProxies,
      peerOf: peerOf(options)
    }
    const app = router.asHttpEffect()
    const whole = Frame.wrap(Routes.make((yield* Contract).endpoints, known), framing)(app)
    const routesOfSites = known.filter(({ path }) => hosts.paths.includes(path))
    const sites = Effect.updateService(
      Frame.wrap(Routes.make([], routesOfSites), framing)(app),
      HttpServerRequest.HttpServerRequest,
      (request) => request.modify({ url: hosts.strip(request.url) })
    )
    return Effect.flatMap(SitesAlone, (isAlone) => (isAlone ? sites : whole))
  })
