import { SignIn } from "@quire/core"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Failures } from "../../foundation/error/Failures.ts"

/** Signing in with a one-time link. Requires no token, because the code is the credential. */
export class SignInApi extends HttpApiGroup.make("signIn", { topLevel: true })
  .add(
    HttpApiEndpoint.post("exchangeSignInCode", "/sign-in", {
      payload: SignIn.Exchange,
      success: SignIn.SignedIn
    })
      .annotate(OpenApi.Summary, "Exchange a sign-in code")
      .annotate(OpenApi.Description, "Returns a token for the code of a link that was sent by email.")
  )
  .annotate(OpenApi.Title, "Signing in")
  .middleware(Failures)
  .prefix("/v1") {}
