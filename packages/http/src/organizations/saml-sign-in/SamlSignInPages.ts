import { Addresses, SamlProviderId, SamlProviderInput, SamlSignIn, VisitorSignIns } from "@quire/core"
import { Clock, Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire, type WireError } from "../../foundation/error/Errors.ts"
import * as BrowserCookies from "../../foundation/exchange/BrowserCookies.ts"
import * as Beginnings from "./Beginnings.ts"
import * as VisitAnswers from "./VisitAnswers.ts"

const isId = Schema.is(SamlProviderId.SamlProviderId)

/** The provider that the path names; a text that is no id names none. */
const provider = Effect.flatMap(HttpRouter.params, ({ samlProviderId: id = "" }) =>
  isId(id) ? Effect.succeed(id) : Effect.fail(new SamlProviderInput.SamlProviderNotFound({ id }))
)

/** What the identity provider has the browser send; a form, whatever it is called. */
const form = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.map(
    Effect.orElseSucceed(request.arrayBuffer, () => new ArrayBuffer(0)),
    (bytes) => new URLSearchParams(new TextDecoder().decode(bytes))
  )
)

type Answer<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, WireError, R>

/** The browser goes on with GET, and nothing of this address with it. */
const seeOther = (location: string) => HttpServerResponse.empty({ status: 303, headers: { location } })

/** `/v1/saml/{provider}`: where browsers and identity providers come for single sign-on. Needs no token. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const signIn = yield* SamlSignIn.SamlSignIn
    const visitors = yield* VisitorSignIns.VisitorSignIns
    const charge = yield* Beginnings.make
    const cookies = BrowserCookies.make(base)
    const signInPage = (query: string) => seeOther(`${base}/sign-in?${query}`)

    const metadata = Effect.map(Effect.flatMap(provider, signIn.metadata), (text) =>
      HttpServerResponse.text(text, { contentType: "application/samlmetadata+xml" })
    )
    const begin = Effect.fnUntraced(function* (id: SamlProviderId.SamlProviderId) {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const returnTo = new URL(url, base).searchParams.get("return") ?? ""
      const { address, began } = yield* signIn.begin(id, returnTo)
      yield* cookies.keep("began", began, (yield* Clock.currentTimeMillis) + SamlSignIn.beginning)
      return address
    })
    const startAt = Effect.fnUntraced(
      function* (id: SamlProviderId.SamlProviderId) {
        const asked = yield* VisitAnswers.asked
        if (asked === undefined) return seeOther(yield* begin(id))
        return seeOther(yield* signIn.start(id, { visit: yield* visitors.begin(id, asked) }))
      },
      Effect.catchTag("VisitRefused", VisitAnswers.refuse)
    )
    const start = Effect.flatMap(onWire(provider), (id) => Effect.andThen(charge(id), onWire(startAt(id))))
    const accept = Effect.gen(function* () {
      const sent = yield* form
      const [response, relayState] = [sent.get("SAMLResponse") ?? "", sent.get("RelayState") ?? ""]
      const arrived = yield* signIn.accept(yield* provider, response, relayState)
      if (arrived._tag === "SignedIn") return signInPage(`code=${arrived.code}`)
      return seeOther((yield* visitors.admitVisitor(arrived.visit, arrived.provider, arrived.asserted)).url)
    }).pipe(
      Effect.catchTag("VisitRefused", VisitAnswers.refuse),
      Effect.catchTag("AssertionRefused", (error) =>
        Effect.as(Effect.logInfo(error.message), signInPage("refused=assertion"))
      )
    )
    const add = <R>(method: "GET" | "POST", path: string, answer: Answer<R>) =>
      router.add(
        method,
        `/v1/saml/:samlProviderId/${path}`,
        Effect.catch(answer, (error) => Effect.succeed(ErrorResponse.of(error)))
      )
    yield* add("GET", "metadata", onWire(metadata))
    yield* add("GET", "start", start)
    yield* add("POST", "acs", onWire(accept))
  })
)
