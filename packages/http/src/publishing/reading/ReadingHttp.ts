import { isIP } from "node:net"
import { Addresses } from "@quire/core"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import * as Exchange from "../../foundation/exchange/Exchange.ts"
import * as Hosts from "../../foundation/exchange/Hosts.ts"
import * as RateLimit from "../../foundation/exchange/RateLimit.ts"
import { PrintedTexts } from "./PrintedTexts.ts"
import * as SiteHeaders from "./SiteHeaders.ts"
import * as SiteReading from "./SiteReading.ts"
import * as SiteTarget from "./SiteTarget.ts"

type Response = HttpServerResponse.HttpServerResponse
type Reading = SiteReading.SiteReading

/** Sites below the server's own address (rule published-mounts). */
const answerMounted = ({ read }: Reading) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const target = SiteTarget.mounted(request.originalUrl)
    if (target === undefined) return Effect.succeed(SiteHeaders.notFound)
    if (target._tag === "Misspelled") return Effect.succeed(SiteHeaders.respelled(target.location))
    return read(target, request).pipe(
      Effect.catchTag("HostnameUnknown", () => Effect.succeed(SiteHeaders.notFound)),
      Effect.catch((error) => Effect.succeed(ErrorResponse.of(error)))
    )
  })

/** Whether no site can have a name: it is an address, a name without a dot, or that of the API. */
const isOwnHost = (base: string) => {
  const own = Hosts.normalize(new URL(base).host)
  return (host: string): boolean => host === own || !host.includes(".") || host.startsWith("[") || isIP(host) !== 0
}

/** What is at the root of a hostname (rule published-hostnames), counted against the address of the client. */
const hostsOf = ({ read }: Reading, limits: RateLimit.Service, base: string): Hosts.Hosts => {
  const charge = Effect.flatMap(Exchange.current, (exchange) => {
    const address = Option.match(exchange, { onNone: () => "", onSome: (each) => each.address })
    return limits.isOn ? RateLimit.charge(limits, RateLimit.addressKey(address)) : Effect.void
  })
  const answer = (target: SiteTarget.SiteTarget, request: HttpServerRequest.HttpServerRequest) =>
    read(target, request).pipe(
      Effect.tap(() => charge),
      Effect.map(Option.some),
      Effect.catchTag("HostnameUnknown", () => Effect.succeed(Option.none<Response>())),
      Effect.catch((error) => Effect.succeed(Option.some(ErrorResponse.of(error))))
    )
  return {
    isOwn: isOwnHost(base),
    answer: (host, request) => {
      const target = SiteTarget.hosted(host, request.originalUrl)
      return target === undefined ? Effect.succeed(Option.some(SiteHeaders.notFound)) : answer(target, request)
    }
  }
}

/**
 * Published sites: below `/sites/{organization}/{basename}/`, and at hostnames of their own. Reading needs no
 * token of the API.
 */
export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | RateLimit.RateLimit | SiteReading.Services> =
  Layer.effect(
    Hosts.Hosts,
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const limits = yield* RateLimit.RateLimit
      const { base } = yield* Addresses.Addresses
      const reading = yield* SiteReading.make
      const mounted = answerMounted(reading)
      yield* router.add("GET", "/sites/:organization/:basename/*", mounted)
      return hostsOf(reading, limits, base)
    })
  ).pipe(Layer.provide(PrintedTexts.layer))
