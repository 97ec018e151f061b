import { Addresses, OidcSignIn, SamlProviderId, SamlProviderInput } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"

/** Characters of a code, and of everything else that a browser brings back. */
const longest = 4096

const isId = Schema.is(SamlProviderId.SamlProviderId)

/** The provider that the path names; a text that is no id names none. */
const provider = Effect.flatMap(HttpRouter.params, ({ oidcProviderId: id = "" }) =>
  isId(id) ? Effect.succeed(id) : Effect.fail(new SamlProviderInput.SamlProviderNotFound({ id }))
)

/** What stands once in the query; what stands twice is as good as nothing. */
const parameter = (query: URLSearchParams, name: string): string | undefined => {
  const [value, ...others] = query.getAll(name)
  return others.length === 0 && value !== undefined && value.length <= longest ? value : undefined
}

const readAnswer = ({ url }: HttpServerRequest.HttpServerRequest): OidcSignIn.Answer => {
  const { searchParams: query } = new URL(url, "http://localhost")
  return {
    state: parameter(query, "state") ?? "",
    code: query.has("error") ? undefined : parameter(query, "code"),
    issuer: query.has("iss") ? (parameter(query, "iss") ?? "") : undefined
  }
}

/**
 * The cookie by which a browser is known when it comes back (rule oidc-request). The provider sends it here from another
 * site, by an address that is opened: `Lax` lets the cookie come along.
 */
const cookieOf = (base: string) => {
  const isSecure = base.startsWith("https:")
  const name = isSecure ? "__Host-quire_oidc" : "quire_oidc"
  const write = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
  return { name, keep: (value: string) => write(value, OidcSignIn.browserLifetime / 1000), forget: write("", 0) }
}

/** The browser goes on with GET; no address with a code is told on or kept. */
const seeOther = (location: string, cookie: string) =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location, "set-cookie": cookie, "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

/** `/v1/oidc/{provider}`: where browsers come for single sign-on with OpenID Connect. Needs no token. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const signIn = yield* OidcSignIn.OidcSignIn
    const cookie = cookieOf(base)
    const signInPage = (query: string) => seeOther(`${base}/sign-in?${query}`, cookie.forget)

    const start = Effect.map(Effect.flatMap(provider, signIn.start), ({ address, browser }) =>
      seeOther(address, cookie.keep(browser))
    )
    const callback = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const browser = request.cookies[cookie.name] ?? ""
      const { code } = yield* signIn.accept(yield* provider, readAnswer(request), browser)
      return signInPage(`code=${code}`)
    })
    const add = (path: string, answer: typeof callback | typeof start) =>
      router.add(
        "GET",
        `/v1/oidc/:oidcProviderId/${path}`,
        answer.pipe(
          Effect.catchTag("AssertionRefused", (error) =>
            Effect.as(Effect.logInfo(error.message), signInPage("refused=assertion"))
          ),
          onWire,
          Effect.catch((error) => Effect.succeed(ErrorResponse.of(error)))
        )
      )
    yield* add("start", start)
    yield* add("callback", callback)
  })
)
