import { isIP } from "node:net"
import { Addresses, Recent } from "@quire/core"
import { Reader, type ReaderRequest, type Refusal } from "@quire/reader"
import { Clock, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import * as ReaderAnswers from "../../foundation/answer/ReaderAnswers.ts"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import * as Exchange from "../../foundation/exchange/Exchange.ts"
import * as Hosts from "../../foundation/exchange/Hosts.ts"
import * as RateLimit from "../../foundation/exchange/RateLimit.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse
type Service = Reader.Reader["Service"]

/** The same response for everything that does not exist (rule published-absence). */
const notFound = ErrorResponse.of(ErrorResponse.noResource)

/** Converts a refusal to an API error, except for `HostnameUnknown`. */
const refuse = (refusal: Exclude<Refusal.Refusal, { readonly _tag: "HostnameUnknown" }>): Effect.Effect<Response> => {
  switch (refusal._tag) {
    case "NothingPublished":
      return Effect.succeed(notFound)
    case "OnlyReading":
      return Effect.succeed(ErrorResponse.methodNotAllowed(["GET", "HEAD"]))
    case "RangeUnsatisfiable":
      return Effect.succeed(ErrorResponse.rangeNotSatisfiable(refusal.size))
    default:
      return Effect.map(Effect.flip(onWire(Effect.fail(refusal))), ErrorResponse.of)
  }
}

const requestOf = (request: Request, url: string): ReaderRequest.ReaderRequest => ({
  method: request.method,
  url,
  headers: request.headers["host"] === undefined ? { ...request.headers, host: Hosts.sentTo(request) } : request.headers
})

/** Responds to a request; fails if its hostname belongs to no site. */
const read = Effect.fnUntraced(function* (reader: Service, request: Request, url: string, hostname?: string) {
  const asked = requestOf(request, url)
  const exchange = yield* Exchange.current
  if (Option.isSome(exchange)) exchange.value.secrets.addListed(() => reader.listSecrets(asked, hostname))
  return yield* reader.handle(asked, hostname).pipe(
    Effect.map(ReaderAnswers.send),
    Effect.catch((refusal) => (refusal._tag === "HostnameUnknown" ? Effect.fail(refusal) : refuse(refusal)))
  )
})

/** Sites below the URL of the server (rule published-mounts). */
const answerMounted = (reader: Service, strip: Hosts.Hosts["strip"]) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.catchTag(read(reader, request, strip(request.originalUrl)), "HostnameUnknown", () =>
      Effect.succeed(notFound)
    )
  )

const path = "/sites/:organization/:basename/*"

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/** Removes the path of the base URL from a URL if the path of a site follows. */
const stripperOf =
  (below: Hosts.Hosts["below"]) =>
  (url: string): string => {
    const rest = below(url)
    return rest !== undefined && /^\/+sites\//.test(rest) ? rest : url.replace(origin, "")
  }

type Urls = Pick<Addresses.Urls, "base" | "sites">

const hostOf = (url: string): string => Hosts.normalize(new URL(url).host)

/**
 * Whether a hostname cannot belong to a site, because it is an address, has no dot, or is that of the API or of all
 * sites.
 */
const isOwnHost = ({ base, sites }: Urls) => {
  const own = new Set([base, sites].map(hostOf))
  return (host: string): boolean => own.has(host) || !host.includes(".") || host.startsWith("[") || isIP(host) !== 0
}

/** Paths of user content and scripts, and of probes, which are served at every host. */
const ofSites = /^\/+(?:sites|integrations)\//
const ofProbes = /^\/+(?:healthz|readyz)(?:[?]|$)/

/** Separates user content from the API and its sessions if sites have a separate host (rule sites-host). */
const divideOf = ({ base, sites }: Urls, below: Hosts.Hosts["below"]): Hosts.Hosts["divide"] => {
  const host = hostOf(sites)
  if (host === hostOf(base)) return () => "here"
  return (asked, url) => {
    const path = below(url) ?? url.replace(origin, "")
    if (asked === host) return ofSites.test(path) || ofProbes.test(path) ? "here" : "nowhere"
    return ofSites.test(path) ? { location: `${sites}${path.replace(/^\/+/, "/")}` } : "here"
  }
}

/** Cache of hosts without a site: its size, and milliseconds until an entry expires. */
const unknownHosts = { most: 1_000, kept: 5_000 } as const

/**
 * Sites at the root of a hostname (rule published-hostnames). A request is counted against the address of the client
 * before its host is looked up, and hosts without a site are cached briefly (rule host-budgets).
 */
const hostsOf = (reader: Service, limits: RateLimit.Service, urls: Urls): Hosts.Hosts => {
  const unknown = Recent.make<number>(unknownHosts.most)
  const charge = Effect.flatMap(Exchange.current, (exchange) => {
    const address = Option.match(exchange, { onNone: () => "", onSome: (each) => each.address })
    return limits.isOn ? RateLimit.charge(limits, RateLimit.addressKey(address)) : Effect.void
  })
  const noteUnknown = (host: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      unknown.put(host, now + unknownHosts.kept, 1)
      return Option.none<Response>()
    })
  const below = Hosts.belowOf(urls.base)
  return {
    isOwn: isOwnHost(urls),
    divide: divideOf(urls, below),
    paths: [path],
    strip: stripperOf(below),
    below,
    answer: (host, request) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now < (unknown.get(host) ?? now)
          ? Effect.succeedNone
          : Effect.andThen(
              charge,
              read(reader, request, request.originalUrl, host).pipe(
                Effect.map(Option.some),
                Effect.catchTag("HostnameUnknown", () => noteUnknown(host))
              )
            )
      )
  }
}

/** Published sites, below `/sites/{organization}/{basename}/` and at custom hostnames. Reading needs no API token. */
export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | RateLimit.RateLimit | Reader.Services> =
  Layer.effect(
    Hosts.Hosts,
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const limits = yield* RateLimit.RateLimit
      const urls = yield* Addresses.Addresses
      const reader = yield* Reader.Reader
      const hosts = hostsOf(reader, limits, urls)
      yield* router.add("GET", path, answerMounted(reader, hosts.strip))
      return hosts
    })
  ).pipe(Layer.provide(Reader.Reader.layer))
