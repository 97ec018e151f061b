import { Addresses, SignIn } from "@quire/core"
import { Effect } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import * as BrowserCookies from "../../foundation/exchange/BrowserCookies.ts"

/** Signing in with a one-time link. Requires no token, because the code is the credential. */
export class SignInApi extends HttpApiGroup.make("signIn", { topLevel: true })
  .add(
    Endpoint.post("exchangeSignInCode", "/sign-in", {
      summary: "Exchange a sign-in code",
      description: "Returns a token for the code of a link that was sent by email.",
      permission: Permission.allowing("open"),
      payload: SignIn.Exchange,
      success: SignIn.SignedIn
    })
  )
  .annotate(OpenApi.Title, "Signing in")
  .middleware(Failures)
  .prefix("/v1") {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const signIn = yield* SignIn.SignIn
      const cookies = BrowserCookies.make((yield* Addresses.Addresses).base)
      return {
        exchangeSignInCode: ({ payload, request }) =>
          signIn.exchange(payload, { began: cookies.read(request, "began") })
      }
    })
  )
}
