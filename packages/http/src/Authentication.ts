import { type AccessFacts, Actor, Credentials, Id, Identity, Secrets } from "@quire/core"
import { Effect, Layer, MutableRef, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { onWire, TooManyRequests, Unauthorized } from "./Errors.ts"
import * as Exchange from "./Exchange.ts"
import * as RateLimit from "./RateLimit.ts"
import * as Redaction from "./Redaction.ts"

/**
 * Turns the credential into the `Actor` of the endpoint: who the host says that the caller is (`Identity`, where there
 * is one), else the bearer token. Everything under `/v1` but the sign-in asks for it.
 */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Actor.Actor }>()(
  "@quire/http/Authentication",
  { error: [Unauthorized, TooManyRequests], security: { bearer: HttpApiSecurity.http({ scheme: "bearer" }) } }
) {}

/** What the path names, to be looked up together with the token; what it names wrongly is judged later. */
export const targetOf = (parameters: { readonly [name: string]: string | undefined }): AccessFacts.Target => {
  const id = (name: string) =>
    Option.filter(Option.fromNullishOr(parameters[name]), (text) => Id.inputPattern.test(text))
  const named: ReadonlyArray<Option.Option<AccessFacts.Target>> = [
    Option.map(id("spaceId"), (space) => ({ _tag: "Placement", kind: "space", id: space })),
    Option.map(id("collectionId"), (collection) => ({ _tag: "Placement", kind: "collection", id: collection })),
    Option.map(id("organizationId"), (organization) => ({ _tag: "Organization", id: organization }))
  ]
  return Option.getOrElse(Option.firstSomeOf(named), (): AccessFacts.Target => ({ _tag: "Nothing" }))
}

/** The token of an `Authorization: Bearer` header. */
const tokenOf = (header: string | undefined): Effect.Effect<string, Credentials.Unauthenticated> => {
  const token = /^bearer +(\S+) *$/i.exec(header ?? "")?.[1]
  return token === undefined ? Effect.fail(new Credentials.Unauthenticated()) : Effect.succeed(token)
}

/**
 * Whether a page of another site made the browser ask for a change, so that the cookies on it prove nothing. Browsers
 * too old to say so are the host's to look out for.
 */
const isForged = ({ headers }: HttpServerRequest.HttpServerRequest, exchange: Exchange.Exchange | undefined) =>
  exchange?.isMutating !== false && headers["sec-fetch-site"]?.toLowerCase() === "cross-site"

/** Who is calling, and whose budget the request counts against. */
interface Known {
  readonly caller: Actor.Caller
  readonly key: string
}

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const credentials = yield* Credentials.Credentials
    const limits = yield* RateLimit.RateLimit
    const host = yield* Effect.serviceOption(Identity.Identity)

    const identified = Effect.fnUntraced(function* (
      request: HttpServerRequest.HttpServerRequest,
      exchange: Exchange.Exchange | undefined
    ) {
      if (Option.isNone(host) || isForged(request, exchange)) return Option.none<Known>()
      if (exchange !== undefined) {
        for (const cookie of Object.values(request.cookies)) Redaction.add(cookie, exchange.secrets)
      }
      const { headers, method, originalUrl: url } = request
      const found = yield* onWire(host.value.identify({ method, url, headers }))
      return Option.map(found, (caller): Known => ({ caller, key: `user:${Actor.actorId(caller)}` }))
    })

    const tokened = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const token = yield* onWire(tokenOf(request.headers["authorization"]))
      const target = targetOf(yield* HttpRouter.params)
      const caller = yield* onWire(credentials.authenticate(token, target))
      return { caller, key: `token:${Secrets.digest(token)}` } satisfies Known
    })

    const known = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const exchange = Option.getOrUndefined(yield* Exchange.current)
      const refused = () =>
        limits.isOn ? RateLimit.charge(limits, RateLimit.addressKey(exchange?.address ?? "")) : Effect.void
      const { caller, key } = yield* identified(request, exchange).pipe(
        Effect.flatMap(Option.match({ onNone: () => tokened(request), onSome: Effect.succeed })),
        Effect.tapError(refused)
      )
      if (exchange !== undefined) MutableRef.set(exchange.user, Option.some(Actor.actorId(caller)))
      if (limits.isOn) yield* RateLimit.charge(limits, key)
      return caller
    })
    return Authentication.of({
      bearer: (app) => Effect.flatMap(known, (caller) => Effect.provideService(app, Actor.Actor, caller))
    })
  })
)
