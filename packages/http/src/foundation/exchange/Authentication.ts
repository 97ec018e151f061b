import {
  type AccessFacts,
  Actor,
  Addresses,
  ContentTokens,
  Credentials,
  Id,
  Identity,
  IntegrationTokens,
  PublishedOnly
} from "@quire/core"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import * as Permission from "../endpoint/Permission.ts"
import { Absence } from "../error/Absence.ts"
import * as Errors from "../error/Errors.ts"
import { onWire, TooManyRequests, Unauthorized } from "../error/Errors.ts"
import * as BrowserCookies from "./BrowserCookies.ts"
import * as CrossSite from "./CrossSite.ts"
import * as Exchange from "./Exchange.ts"
import * as OwnPage from "./OwnPage.ts"
import * as RateLimit from "./RateLimit.ts"

/**
 * Resolves the credential to the `Actor` of the endpoint: the user that the host identifies (`Identity`, if provided),
 * else the bearer token, else the session of a browser. Required by everything under `/v1` except sign-in and the
 * initial lookups of site readers.
 */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Actor.Actor }>()(
  "@quire/http/Authentication",
  {
    error: [Unauthorized, Errors.Forbidden, TooManyRequests],
    security: { bearer: HttpApiSecurity.http({ scheme: "bearer" }) }
  }
) {}

/** Refuses an integration at an endpoint that none of its scopes allows, before reading the request. */
const checkScope = (
  acting: Actor.ActingIntegration,
  scope: string | undefined
): Effect.Effect<void, PublishedOnly.ScopeMissing | PublishedOnly.ScopesOnly> => {
  if (scope === undefined) return Effect.fail(new PublishedOnly.ScopesOnly())
  if (scope === "installed" || acting.scopes.has(scope)) return Effect.void
  return Effect.fail(new PublishedOnly.ScopeMissing({ scope }))
}

/** The target named by the path, looked up together with the token; malformed ids are reported later. */
export const targetOf = (parameters: { readonly [name: string]: string | undefined }): AccessFacts.Target => {
  const id = (name: string) =>
    Option.filter(Option.fromNullishOr(parameters[name]), (text) => Id.inputPattern.test(text))
  const named: ReadonlyArray<Option.Option<AccessFacts.Target>> = [
    Option.map(id("spaceId"), (space) => ({ _tag: "Placement", kind: "space", id: space })),
    Option.map(id("collectionId"), (collection) => ({ _tag: "Placement", kind: "collection", id: collection })),
    Option.map(id("siteId"), (site) => ({ _tag: "Placement", kind: "site", id: site })),
    Option.map(id("organizationId"), (organization) => ({ _tag: "Organization", id: organization }))
  ]
  return Option.getOrElse(Option.firstSomeOf(named), (): AccessFacts.Target => ({ _tag: "Nothing" }))
}

/** The token of an `Authorization: Bearer` header. */
const tokenOf = (header: string | undefined): string | undefined => /^bearer +(\S+) *$/i.exec(header ?? "")?.[1]

/**
 * Whether a session can authenticate a request. A request that makes changes must come from a page of this origin and
 * have the content type JSON or bytes (rule session-forgery).
 */
const isOfSession = (request: HttpServerRequest.HttpServerRequest, exchange: Exchange.Exchange, base: string) =>
  exchange.isMutating ? exchange.isPreflighted && OwnPage.changes(request, base) : OwnPage.reads(request)

/** The caller as identified by the host. */
const identifyByHost = (
  host: Identity.Identity["Service"],
  request: HttpServerRequest.HttpServerRequest,
  exchange: Exchange.Exchange | undefined
) => {
  for (const cookie of Object.values(request.cookies)) exchange?.secrets.add(cookie)
  const { headers, method, originalUrl: url } = request
  return onWire(host.identify({ method, url, headers }))
}

/** A request with the parameters of its path. */
interface Presented {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly parameters: { readonly [name: string]: string | undefined }
}

/** Rate limit key of a caller. Readers are anonymous and are counted by address. */
const budgetKey = (exchange: Exchange.Exchange | undefined, caller: Actor.Caller): string =>
  caller._tag === "Reader" ? RateLimit.addressKey(exchange?.address ?? "") : RateLimit.personKey(Actor.actorId(caller))

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const absence = yield* Absence
    const credentials = yield* Credentials.Credentials
    const contentTokens = yield* ContentTokens.ContentTokens
    const integrationTokens = yield* IntegrationTokens.IntegrationTokens
    const limits = yield* RateLimit.RateLimit
    const host = yield* Effect.serviceOption(Identity.Identity)
    const { base } = yield* Addresses.Addresses
    const cookies = BrowserCookies.make(base)
    const trusted = yield* CrossSite.TrustedOrigins
    const isForged = (request: HttpServerRequest.HttpServerRequest, exchange: Exchange.Exchange | undefined) =>
      exchange?.isMutating !== false && CrossSite.isForged(request, base, trusted)

    const authenticateSession = Effect.fnUntraced(function* (
      request: HttpServerRequest.HttpServerRequest,
      exchange: Exchange.Exchange | undefined
    ) {
      const secret = cookies.read(request, "session")
      if (secret === undefined || exchange === undefined || !isOfSession(request, exchange, base)) {
        return yield* new Credentials.Unauthenticated()
      }
      const { caller, renewed } = yield* credentials.authenticateSession(secret)
      if (Option.isSome(renewed)) yield* cookies.keep("session", renewed.value.secret, renewed.value.expiresAt)
      return caller
    })

    /** The caller of a session whose request was already authenticated by it. */
    const confirmSession = (request: HttpServerRequest.HttpServerRequest) => {
      const secret = cookies.read(request, "session")
      return secret === undefined ? Effect.fail(new Credentials.Unauthenticated()) : credentials.confirmSession(secret)
    }

    const authenticateToken = (
      { parameters, request }: Presented,
      bySession: Effect.Effect<Actor.Caller, Credentials.Unauthenticated>
    ): Effect.Effect<Actor.Caller, Unauthorized> => {
      if (request.headers["authorization"] === undefined) return onWire(bySession)
      const token = tokenOf(request.headers["authorization"])
      if (token === undefined) return onWire(Effect.fail(new Credentials.Unauthenticated()))
      return onWire(
        contentTokens.authenticate(token).pipe(
          Effect.flatMap((reader) =>
            Option.isSome(reader) ? Effect.succeed(reader) : integrationTokens.authenticate(token)
          ),
          Effect.flatMap((signed) =>
            Option.isSome(signed) ? Effect.succeed(signed.value) : credentials.authenticate(token, targetOf(parameters))
          )
        )
      )
    }

    const callerOf = (
      presented: Presented,
      exchange: Exchange.Exchange | undefined,
      bySession: Effect.Effect<Actor.Caller, Credentials.Unauthenticated>
    ) => {
      const { request } = presented
      const byToken = authenticateToken(presented, bySession)
      if (Option.isNone(host)) return byToken
      if (!isForged(request, exchange)) {
        return Effect.flatMap(identifyByHost(host.value, request, exchange), (found) =>
          Option.isSome(found) ? Effect.succeed(found.value) : byToken
        )
      }
      const { authorization, cookie, origin } = request.headers
      return authorization === undefined && cookie !== undefined
        ? Effect.catch(byToken, () => onWire(Effect.fail(new CrossSite.OriginRefused({ origin }))))
        : byToken
    }

    const chargeCaller = <R>(
      exchange: Exchange.Exchange | undefined,
      keyOf: typeof RateLimit.addressKey,
      caller: Effect.Effect<Actor.Caller, Errors.Forbidden | Unauthorized, R>
    ) =>
      caller.pipe(
        Effect.tapError(() => RateLimit.charge(limits, keyOf(exchange?.address ?? ""))),
        Effect.tap((found) => RateLimit.charge(limits, budgetKey(exchange, found)))
      )

    const known = Effect.withFiber((fiber) => {
      const exchange = Option.getOrUndefined(fiber.getRef(Exchange.current))
      return Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const parameters = yield* HttpRouter.params
        const presented = { parameters, request }
        const caller = callerOf(presented, exchange, authenticateSession(request, exchange))
        const keyOf = "authorization" in request.headers ? RateLimit.refusedKey : RateLimit.addressKey
        const found = yield* limits.isOn ? chargeCaller(exchange, keyOf, caller) : caller
        if (exchange !== undefined) {
          exchange.user = Actor.actorId(found)
          exchange.absence = Effect.suspend(() => absence.of(targetOf(parameters), found))
          exchange.authenticateAgain = Effect.suspend(
            (): Effect.Effect<Actor.Caller, Errors.Forbidden | Unauthorized> =>
              callerOf(presented, exchange, confirmSession(request))
          )
        }
        return found
      })
    })
    return Authentication.of({
      bearer: (app, { endpoint }) =>
        Effect.gen(function* () {
          const caller = yield* known
          const access = Permission.accessOf(endpoint.annotations)
          if (caller._tag === "Reader" && access?.readers !== true) {
            return yield* onWire(Effect.fail(new PublishedOnly.PublishedOnly()))
          }
          if (caller._tag === "Integration") yield* onWire(checkScope(caller.acting, access?.scope))
          return yield* Effect.provideService(app, Actor.Actor, caller)
        })
    })
  })
)
