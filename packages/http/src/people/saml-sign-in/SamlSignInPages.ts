import { Addresses, SamlProvider, SamlProviderId, SamlSignIn, VisitorSignIns } from "@quire/core"
import { Clock, Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire, type WireError } from "../../foundation/error/Errors.ts"
import * as BrowserCookies from "../../foundation/exchange/BrowserCookies.ts"
import * as Beginnings from "./Beginnings.ts"
import * as VisitAnswers from "./VisitAnswers.ts"

const isId = Schema.is(SamlProviderId)

/** The provider named by the path; an invalid id names none. */
const provider = Effect.flatMap(HttpRouter.params, ({ samlProviderId: id = "" }) =>
  isId(id) ? Effect.succeed(id) : Effect.fail(new SamlProvider.SamlProviderNotFound({ id }))
)

/** The form that the identity provider makes the browser send, whatever its content type. */
const form = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.map(
    Effect.orElseSucceed(request.arrayBuffer, () => new ArrayBuffer(0)),
    (bytes) => new URLSearchParams(new TextDecoder().decode(bytes))
  )
)

type Answer<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, WireError, R>

/** Redirects with GET. URLs with a code or a token are neither sent as referrer nor cached. */
const seeOther = (location: string) =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

/** The visit in the URL of `hold`; missing values do not match any signature. */
const heldVisit = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }): VisitorSignIns.HeldVisit => {
  const query = new URL(url, "http://localhost").searchParams
  return { url: query.get("to") ?? "", until: Number(query.get("until")), mark: query.get("mark") ?? "" }
})

/** `/v1/saml/{provider}`: endpoints of SAML single sign-on for browsers and identity providers. They need no token. */
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
    const options = Effect.fnUntraced(function* (id: SamlProviderId) {
      const asked = yield* VisitAnswers.asked
      if (asked !== undefined) return { visit: yield* visitors.begin(id, asked) }
      const { url } = yield* HttpServerRequest.HttpServerRequest
      return { returnTo: new URL(url, base).searchParams.get("return") ?? "" }
    })
    const startAt = Effect.fnUntraced(
      function* (id: SamlProviderId) {
        const { address, began } = yield* signIn.begin(id, yield* options(id))
        yield* cookies.keep("began", began, (yield* Clock.currentTimeMillis) + SamlSignIn.requestLifetime)
        return seeOther(address)
      },
      Effect.catchTag("VisitRefused", VisitAnswers.refuse)
    )
    const start = Effect.flatMap(onWire(provider), (id) => Effect.andThen(charge(id), onWire(startAt(id))))
    const accept = Effect.gen(function* () {
      const sent = yield* form
      const [response, relayState] = [sent.get("SAMLResponse") ?? "", sent.get("RelayState") ?? ""]
      const arrived = yield* signIn.accept(yield* provider, response, relayState)
      if (arrived._tag === "SignedIn") return signInPage(`code=${arrived.code}`)
      const admitted = yield* visitors.admitVisitor(arrived.visit, arrived.provider, arrived.asserted)
      const { mark, until, url } = yield* visitors.hold(admitted.url, arrived.browser)
      const query = new URLSearchParams({ to: url, until: String(until), mark })
      return seeOther(`${base}/v1/saml/${arrived.provider.id}/visit?${query}`)
    }).pipe(
      Effect.catchTag("VisitRefused", VisitAnswers.refuse),
      Effect.catchTag("AssertionRefused", (error) =>
        Effect.as(Effect.logInfo(error.message), signInPage("refused=assertion"))
      )
    )
    const visit = Effect.gen(function* () {
      const began = cookies.read(yield* HttpServerRequest.HttpServerRequest, "began") ?? ""
      const url = yield* visitors.finish(yield* heldVisit, began)
      yield* cookies.drop("began")
      return seeOther(url)
    }).pipe(Effect.catchTag("VisitRefused", VisitAnswers.refuse))
    const add = <R>(method: "GET" | "POST", path: string, answer: Answer<R>) =>
      router.add(
        method,
        `/v1/saml/:samlProviderId/${path}`,
        Effect.catch(answer, (error) => Effect.succeed(ErrorResponse.of(error)))
      )
    yield* add("GET", "metadata", onWire(metadata))
    yield* add("GET", "start", start)
    yield* add("POST", "acs", onWire(accept))
    yield* add("GET", "visit", visit)
  })
)
