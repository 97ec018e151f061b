import { Addresses, SamlProviderId, SamlProviderInput, SamlSignIn, VisitorSignIns } from "@quire/core"
import { MessageHtml, Words } from "@quire/reader"
import { Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"

const isId = Schema.is(SamlProviderId.SamlProviderId)

/** The provider that the path names; a text that is no id names none. */
const provider = Effect.flatMap(HttpRouter.params, ({ samlProviderId: id = "" }) =>
  isId(id) ? Effect.succeed(id) : Effect.fail(new SamlProviderInput.SamlProviderNotFound({ id }))
)

/** What the identity provider has the browser send; a form, whatever it is called. */
const formField = (name: string) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(
      Effect.orElseSucceed(request.arrayBuffer, () => new ArrayBuffer(0)),
      (bytes) => new URLSearchParams(new TextDecoder().decode(bytes)).get(name) ?? ""
    )
  )

/** What the address says of a visit; undefined where it names no site. */
const visit = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
  const query = new URLSearchParams(url.split("?").slice(1).join("?"))
  const site = query.get("site")
  return site === null ? undefined : { site, location: query.get("location") ?? "" }
})

const words = Words.of("en")

/** Told to visitors whom a site does not let in; where they came from would send them here again. */
const notForYou = HttpServerResponse.text(
  MessageHtml.print({ words, title: words.refused, text: words.refusedText }).text,
  {
    status: 403,
    contentType: "text/html; charset=utf-8",
    headers: { "cache-control": "no-store", "content-security-policy": MessageHtml.policy() }
  }
)

/** The browser goes on with GET, and nothing of this address with it. */
const seeOther = (location: string) => HttpServerResponse.empty({ status: 303, headers: { location } })

/** `/v1/saml/{provider}`: where browsers and identity providers come for single sign-on. Needs no token. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const signIn = yield* SamlSignIn.SamlSignIn
    const visitors = yield* VisitorSignIns.VisitorSignIns
    const signInPage = (query: string) => seeOther(`${base}/sign-in?${query}`)

    const metadata = Effect.map(Effect.flatMap(provider, signIn.metadata), (text) =>
      HttpServerResponse.text(text, { contentType: "application/samlmetadata+xml" })
    )
    const refuseVisit = (error: VisitorSignIns.VisitRefused) => Effect.as(Effect.logInfo(error.message), notForYou)
    const start = Effect.gen(function* () {
      const id = yield* provider
      const asked = yield* visit
      return seeOther(yield* signIn.start(id, asked === undefined ? null : yield* visitors.begin(id, asked)))
    }).pipe(Effect.catchTag("VisitRefused", refuseVisit))
    const accept = Effect.gen(function* () {
      const arrived = yield* signIn.accept(yield* provider, yield* formField("SAMLResponse"))
      if (arrived._tag === "SignedIn") return signInPage(`code=${arrived.code}`)
      return seeOther((yield* visitors.admitVisitor(arrived.visit, arrived.provider, arrived.asserted)).url)
    }).pipe(
      Effect.catchTag("VisitRefused", refuseVisit),
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
