import { HttpApiMiddleware, HttpApiSecurity, HttpRouter, HttpServerRequest } from "@effect/platform"
import { type AccessFacts, Actor, Credentials, Id, Secrets } from "@quire/core"
import { Effect, FiberRef, Layer, MutableRef, Option, Schema } from "effect"
import { onWire, TooManyRequests, Unauthorized } from "./Errors.ts"
import * as Exchange from "./Exchange.ts"
import * as RateLimit from "./RateLimit.ts"

/** Turns the bearer token into the `Actor` of the endpoint. Everything under `/v1` but the sign-in asks for it. */
export class Authentication extends HttpApiMiddleware.Tag<Authentication>()("@quire/http/Authentication", {
  provides: Actor.Actor,
  failure: Schema.Union(Unauthorized, TooManyRequests),
  security: { bearer: HttpApiSecurity.bearer }
}) {}

/** What the path names, to be looked up together with the token; what it names wrongly is judged later. */
export const targetOf = (parameters: { readonly [name: string]: string | undefined }): AccessFacts.Target => {
  const id = (name: string) =>
    Option.filter(Option.fromNullable(parameters[name]), (text) => Id.inputPattern.test(text))
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

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const credentials = yield* Credentials.Credentials
    const limits = yield* RateLimit.RateLimit
    const bearer = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const token = yield* onWire(tokenOf(request.headers["authorization"]))
      const target = targetOf(yield* HttpRouter.params)
      const caller = yield* onWire(credentials.authenticate(token, target))
      const exchange = Option.getOrUndefined(yield* FiberRef.get(Exchange.current))
      if (exchange !== undefined) MutableRef.set(exchange.user, Option.some(Actor.actorId(caller)))
      if (limits.isOn) yield* RateLimit.charge(limits, `token:${Secrets.digest(token)}`)
      return caller
    })
    return Authentication.of({ bearer: () => bearer })
  })
)
