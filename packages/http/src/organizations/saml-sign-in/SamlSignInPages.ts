import { Addresses, SamlProviderId, SamlProviderInput, SamlSignIn } from "@quire/core"
import { Clock, Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import * as BrowserCookies from "../../foundation/exchange/BrowserCookies.ts"

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

/** The browser goes on with GET, and nothing of this address with it. */
const seeOther = (location: string) => HttpServerResponse.empty({ status: 303, headers: { location } })

/** `/v1/saml/{provider}`: where browsers and identity providers come for single sign-on. Needs no token. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const signIn = yield* SamlSignIn.SamlSignIn
    const cookies = BrowserCookies.make(base)
    const signInPage = (query: string) => seeOther(`${base}/sign-in?${query}`)

    const metadata = Effect.map(Effect.flatMap(provider, signIn.metadata), (text) =>
      HttpServerResponse.text(text, { contentType: "application/samlmetadata+xml" })
    )
    const start = Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const returnTo = new URL(url, base).searchParams.get("return") ?? ""
      const { address, began } = yield* signIn.begin(yield* provider, returnTo)
      yield* cookies.keep("began", began, (yield* Clock.currentTimeMillis) + SamlSignIn.beginning)
      return seeOther(address)
    })
    const accept = Effect.gen(function* () {
      const sent = yield* form
      const [response, relayState] = [sent.get("SAMLResponse") ?? "", sent.get("RelayState") ?? ""]
      const { code } = yield* signIn.accept(yield* provider, response, relayState)
      return signInPage(`code=${code}`)
    }).pipe(
      Effect.catchTag("AssertionRefused", (error) =>
        Effect.as(Effect.logInfo(error.message), signInPage("refused=assertion"))
      )
    )
    const add = (method: "GET" | "POST", path: string, answer: typeof accept | typeof metadata | typeof start) =>
      router.add(
        method,
        `/v1/saml/:samlProviderId/${path}`,
        Effect.catch(onWire(answer), (error) => Effect.succeed(ErrorResponse.of(error)))
      )
    yield* add("GET", "metadata", metadata)
    yield* add("GET", "start", start)
    yield* add("POST", "acs", accept)
  })
)
