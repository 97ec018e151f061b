import { Addresses, OidcSignIn, SamlProvider, SamlProviderId, SamlSignIn, VisitorSignIns } from "@quire/core"
import { Clock, Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire, type WireError } from "../../foundation/error/Errors.ts"
import * as BrowserCookies from "../../foundation/exchange/BrowserCookies.ts"
import * as Beginnings from "../saml-sign-in/Beginnings.ts"
import * as VisitAnswers from "../saml-sign-in/VisitAnswers.ts"

/** Maximum characters of a code and of other callback parameters. */
const longest = 4096

const isId = Schema.is(SamlProviderId)

/** The provider named by the path; an invalid id names none. */
const provider = Effect.flatMap(HttpRouter.params, ({ oidcProviderId: id = "" }) =>
  isId(id) ? Effect.succeed(id) : Effect.fail(new SamlProvider.SamlProviderNotFound({ id }))
)

/** Returns a query parameter that is present exactly once and not too long. */
const parameter = (query: URLSearchParams, name: string): string | undefined => {
  const [value, ...others] = query.getAll(name)
  return others.length === 0 && value !== undefined && value.length <= longest ? value : undefined
}

const readAnswer = ({ url }: HttpServerRequest.HttpServerRequest): OidcSignIn.CallbackParameters => {
  const { searchParams: query } = new URL(url, "http://localhost")
  return {
    state: parameter(query, "state") ?? "",
    code: query.has("error") ? undefined : parameter(query, "code"),
    error: query.has("error")
      ? [parameter(query, "error"), parameter(query, "error_description")].join(" ").trim()
      : undefined,
    issuer: query.has("iss") ? (parameter(query, "iss") ?? "") : undefined
  }
}

/** Redirects with GET. URLs with a code are neither sent as referrer nor cached. */
const seeOther = (location: string) =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

/**
 * `/v1/oidc/{provider}`: endpoints of single sign-on with OpenID Connect. They need no token. A returning browser is
 * recognized by its cookie. The provider redirects to this site from another one by navigation, for which `Lax` allows
 * the cookie (rule oidc-request).
 */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const signIn = yield* OidcSignIn.OidcSignIn
    const visitors = yield* VisitorSignIns.VisitorSignIns
    const charge = yield* Beginnings.make
    const cookies = BrowserCookies.make(base)
    const signInPage = (query: string) => seeOther(`${base}/sign-in?${query}`)

    /** Purpose of the sign-in: a redirect afterwards, or a page of a site. */
    const beginning = Effect.fnUntraced(function* (id: SamlProviderId) {
      const asked = yield* VisitAnswers.asked
      if (asked !== undefined) return { visit: yield* visitors.begin(id, asked) }
      const { url } = yield* HttpServerRequest.HttpServerRequest
      return { returnTo: new URL(url, base).searchParams.get("return") ?? "" }
    })
    const startAt = Effect.fnUntraced(function* (id: SamlProviderId) {
      const { address, began } = yield* signIn.start(id, yield* beginning(id))
      yield* cookies.keep("began", began, (yield* Clock.currentTimeMillis) + SamlSignIn.requestLifetime)
      return seeOther(address)
    })
    const callback = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const began = cookies.read(request, "began") ?? ""
      const arrived = yield* signIn.accept(yield* provider, readAnswer(request), began)
      if (arrived._tag === "SignedIn") return signInPage(`code=${arrived.code}`)
      yield* cookies.drop("began")
      return seeOther((yield* visitors.admitVisitor(arrived.visit, arrived.provider, arrived.asserted)).url)
    })
    const withRefusals = <R>(
      answer: Effect.Effect<HttpServerResponse.HttpServerResponse, Effect.Error<typeof callback>, R>
    ) =>
      answer.pipe(
        Effect.catchTag("VisitRefused", VisitAnswers.refuse),
        Effect.catchTag("AssertionRefused", (error) =>
          Effect.as(Effect.logInfo(error.message), signInPage("refused=assertion"))
        ),
        onWire
      )
    const start = Effect.flatMap(onWire(provider), (id) => Effect.andThen(charge(id), withRefusals(startAt(id))))
    const add = <R>(path: string, answer: Effect.Effect<HttpServerResponse.HttpServerResponse, WireError, R>) =>
      router.add(
        "GET",
        `/v1/oidc/:oidcProviderId/${path}`,
        Effect.catch(answer, (error) => Effect.succeed(ErrorResponse.of(error)))
      )
    yield* add("start", start)
    yield* add("callback", withRefusals(callback))
  })
)
