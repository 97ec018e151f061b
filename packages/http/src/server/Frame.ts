import { ReadingOnly, Tenant } from "@quire/core"
import { Cause, Clock, Effect, Logger, Option, Result } from "effect"
import { Cookies, HttpMethod, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as BodyReader from "../foundation/body/BodyReader.ts"
import * as ErrorPage from "../foundation/error/ErrorPage.ts"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import type { TooManyRequests, WireError } from "../foundation/error/Errors.ts"
import * as ClientAddress from "../foundation/exchange/ClientAddress.ts"
import * as Exchange from "../foundation/exchange/Exchange.ts"
import * as Hosts from "../foundation/exchange/Hosts.ts"
import * as RateLimit from "../foundation/exchange/RateLimit.ts"
import * as Cors from "./Cors.ts"
import * as RequestBody from "./RequestBody.ts"
import * as RequestLog from "./RequestLog.ts"
import type * as RequestMeter from "./RequestMeter.ts"
import * as RequestReport from "./RequestReport.ts"
import * as RequestSpan from "./RequestSpan.ts"
import * as Routes from "./Routes.ts"

const securityHeaders: ReadonlyArray<readonly [string, string]> = [
  ["cache-control", "no-store"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"]
]

/** The default headers of every response, without those that a handler has set, as a new record. */
const findMissingHeaders = ({ headers }: HttpServerResponse.HttpServerResponse): { [name: string]: string } => {
  const missing: { [name: string]: string } = {}
  for (const [name, value] of securityHeaders) if (headers[name] === undefined) missing[name] = value
  return missing
}

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The services that an app needs in addition to its request. */
type Rest<R> = Exclude<R, Request>

export interface Options {
  readonly origins: Cors.Origins
  readonly limits: RateLimit.Service
  readonly proxies: ClientAddress.TrustedProxies
  readonly hosts: Hosts.Hosts
  /** Measures each request; off when absent. */
  readonly meter: RequestMeter.Meter | undefined
  /** Network address of the peer of a request's connection; empty when unknown. */
  readonly peerOf: (request: Request) => string
}

const idPattern = /^[\w.-]{1,128}$/

/** Path parameters that are credentials. */
const secretParameters = ["inviteId", "key"]

const openExchange = (request: Request, { peerOf, proxies }: Options): Exchange.Exchange => {
  const given = request.headers["x-request-id"]
  const exchange = new Exchange.Exchange({
    id: given !== undefined && idPattern.test(given) ? given : crypto.randomUUID(),
    address: ClientAddress.of(peerOf(request), request.headers, proxies),
    isMutating: HttpMethod.hasBody(request.method),
    isPreflighted: /^\s*application\/(?:json|(?:offset\+)?octet-stream)\s*(?:;|$)/i.test(
      request.headers["content-type"] ?? ""
    )
  })
  exchange.secrets.addRequest(request.headers, request.url)
  return exchange
}

const isClientGone = (cause: Cause.Cause<unknown>): boolean =>
  Cause.hasInterruptsOnly(cause) &&
  cause.reasons.some((reason) => reason.annotations.has(HttpServerError.ClientAbort.key))

/** Turns the cause that ended a request early into a response, unless the client is gone. */
const respondToCause = (
  exchange: Exchange.Exchange,
  cause: Cause.Cause<unknown>,
  report: Effect.Effect<Option.Option<WireError>>
): Effect.Effect<Response> =>
  isClientGone(cause)
    ? Effect.failCause(Cause.fromReasons(cause.reasons.filter(Cause.isInterruptReason)))
    : Effect.map(ErrorResponse.fromCause(cause, report), (response) => {
        if (response.status >= 500) exchange.failure = cause
        return response
      })

/** Counts a request that will not be authenticated against its address, before it is answered. */
const chargeAnonymous = <A, E, R>(
  { limits }: Options,
  exchange: Exchange.Exchange,
  answer: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TooManyRequests, R> =>
  limits.isOn ? Effect.andThen(RateLimit.charge(limits, RateLimit.addressKey(exchange.address)), answer) : answer

/** The request with its body in memory. */
const readBody = (request: Request, { route }: Routes.MatchedRoute, exchange: Exchange.Exchange) =>
  Effect.map(Effect.interruptible(BodyReader.read(request, route.maximumBytes)), (read) =>
    RequestBody.withBytes(request, read, exchange.secrets, route)
  )

const runRoute = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest | R>,
  options: Options,
  request: Request,
  found: Routes.MatchedRoute,
  exchange: Exchange.Exchange
): Effect.Effect<Response, WireError, Rest<R>> => {
  exchange.template = found.route.template
  for (const name of secretParameters) {
    const value = found.parameters[name]
    if (value !== undefined) exchange.secrets.add(value)
  }
  const runApp = (own: Request): Effect.Effect<Response, never, Rest<R>> =>
    Effect.provideService(app, HttpServerRequest.HttpServerRequest, own).pipe(
      Effect.catchCause((cause) => respondToCause(exchange, cause, RequestReport.explain(own, found, exchange.absence)))
    )
  const isAnonymous = found.route.isOpen && !RequestLog.isProbe(found.route.template)
  const run = (own: Request) => (isAnonymous ? chargeAnonymous(options, exchange, runApp(own)) : runApp(own))
  const routed = request.url === found.target.url ? request : request.modify({ url: found.target.url })
  if (!exchange.isMutating) return run(routed)
  return readBody(routed, found, exchange).pipe(
    Effect.catch((error) => chargeAnonymous(options, exchange, Effect.fail(error))),
    Effect.flatMap(run)
  )
}

/** Responds with the content served at the host instead of the API, if any. */
const answerHost = (
  options: Options,
  request: Request,
  exchange: Exchange.Exchange
): Effect.Effect<Option.Option<Response>, WireError> => {
  const { hosts, peerOf, proxies } = options
  const host = Hosts.nameOf(request, () => proxies.has(ClientAddress.normalize(peerOf(request))))
  if (!hosts.isOwn(host)) return hosts.answer(host, request)
  const divided = hosts.divide(host, request.url)
  if (divided === "here") return Effect.succeedNone
  if (divided === "nowhere") return chargeAnonymous(options, exchange, Effect.fail(ErrorResponse.noRoute))
  const moved = HttpServerResponse.empty({ status: 308, headers: { location: divided.location } })
  return Effect.asSome(chargeAnonymous(options, exchange, Effect.succeed(moved)))
}

/** Checks route, method and size; the router does the rest. */
const dispatch = <E, R>(
  routes: Routes.Routes,
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest | R>,
  options: Options,
  request: Request,
  exchange: Exchange.Exchange
): Effect.Effect<Response, WireError, Rest<R>> => {
  const preflight = Cors.preflight(options.origins, request)
  if (Option.isSome(preflight)) return Effect.succeed(preflight.value)
  const located = Routes.locate(routes, request.method, request.url, options.hosts.below)
  if (Result.isFailure(located)) return chargeAnonymous(options, exchange, Effect.fail(located.failure))
  const found = located.success
  const route = (): Effect.Effect<Response, WireError, Rest<R>> => {
    switch (found._tag) {
      case "Nothing":
        return chargeAnonymous(options, exchange, Effect.fail(ErrorResponse.noRoute))
      case "OtherMethods":
        return chargeAnonymous(options, exchange, Effect.succeed(ErrorResponse.methodNotAllowed(found.allow)))
      case "Route":
        return runRoute(app, options, request, found, exchange)
    }
  }
  /** Probes are served at any host, even if their address has no budget left. */
  const isQuiet = found._tag === "Route" && RequestLog.isProbe(found.route.template)
  const asked = answerHost(options, request, exchange)
  const hosted = isQuiet ? Effect.catch(asked, () => Effect.succeed(Option.none<Response>())) : asked
  return Effect.flatMap(hosted, Option.match({ onNone: route, onSome: Effect.succeed }))
}

/** The status logged for a request whose client disconnected. */
const clientGone = 499

/** Adds the budget of the address to responses to which no limit was applied. */
const addBudgetHeaders = ({ limits }: Options, exchange: Exchange.Exchange): Effect.Effect<void> =>
  !limits.isOn || exchange.headers.has("x-ratelimit-limit")
    ? Effect.void
    : Effect.map(limits.peek(RateLimit.addressKey(exchange.address), exchange.isMutating), (budget) => {
        if (Option.isNone(budget)) return
        const headers = RateLimit.headersOf({ ...budget.value, isWithin: true })
        for (const [name, value] of headers) exchange.headers.set(name, value)
      })

const finish = (options: Options, request: Request, exchange: Exchange.Exchange, answered: Response): Response => {
  const response = ErrorPage.inPlaceOf(request, answered, exchange.id)
  const headers = findMissingHeaders(response)
  for (const [name, value] of exchange.headers) headers[name] = value
  headers["x-request-id"] = exchange.id
  const whole = Cors.addHeaders(options.origins, request, HttpServerResponse.setHeaders(response, headers))
  return exchange.cookies.length === 0
    ? whole
    : HttpServerResponse.updateCookies(whole, Cookies.setAllCookie(exchange.cookies))
}

/** The template of a request that is not dispatched yet, for the name of its span. */
const templateOf = (routes: Routes.Routes, { method, url }: Request, { hosts }: Options): string | undefined => {
  const found = Result.getOrUndefined(Routes.locate(routes, method, url, hosts.below))
  return found?._tag === "Route" ? found.route.template : undefined
}

/**
 * Wraps the router with everything that is not about one endpoint: request ids, logs, CORS and security headers, the
 * checks before authentication, and an error body, or a page, for every unsuccessful response.
 */
export const wrap =
  (routes: Routes.Routes, options: Options) =>
  <E, R>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest | R>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest | Rest<R>> => {
    const { meter } = options
    const answer = (request: Request, clock: Clock.Clock, isLogged: boolean, isTraced: boolean) => {
      const started = clock.currentTimeNanosUnsafe()
      const exchange = openExchange(request, options)
      let answered = clientGone
      const elapsed = () => clock.currentTimeNanosUnsafe() - started
      const log = (status: number, response?: Response) =>
        isLogged ? RequestLog.write(request, exchange, { status, nanoseconds: elapsed(), response }) : Effect.void
      const finishAndLog = (response: Response) => {
        const whole = finish(options, request, exchange, response)
        answered = whole.status
        return isLogged ? Effect.as(log(answered, response), whole) : Effect.succeed(whole)
      }
      const conclude = (response: Response) =>
        options.limits.isOn
          ? Effect.flatMap(addBudgetHeaders(options, exchange), () => finishAndLog(response))
          : finishAndLog(response)
      const dispatched = dispatch(routes, app, options, request, exchange)
      const run = (exchange.isMutating ? dispatched : ReadingOnly.reading(dispatched)).pipe(
        Effect.matchCauseEffect({
          onFailure: (cause) => Effect.flatMap(respondToCause(exchange, cause, Effect.succeedNone), conclude),
          onSuccess: conclude
        }),
        Effect.onInterrupt(() => log(clientGone)),
        Effect.provideService(Exchange.current, Option.some(exchange)),
        Effect.provideService(Tenant.clientAddress, RateLimit.rateLimitAddress(exchange.address)),
        Tenant.scoped
      )
      const traced = isTraced
        ? RequestSpan.around(request, templateOf(routes, request, options), { exchange, status: () => answered }, run)
        : run
      if (meter === undefined) return traced
      meter.begin()
      return Effect.ensuring(
        traced,
        Effect.sync(() => meter.end(request.method, exchange.template, answered, elapsed()))
      )
    }
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.withFiber((fiber) =>
        answer(
          request,
          fiber.getRef(Clock.Clock),
          fiber.getRef(Logger.CurrentLoggers).size > 0,
          RequestSpan.isOn(fiber)
        )
      )
    )
  }
