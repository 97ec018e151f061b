import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { SignIn } from "@quire/core"

/** Signing in with a one-time link. Asks for no token: the code is the credential. */
export class SignInApi extends HttpApiGroup.make("signIn", { topLevel: true })
  .add(
    HttpApiEndpoint.post("exchangeSignInCode", "/sign-in")
      .annotate(OpenApi.Summary, "Exchange the code of a one-time link for a token")
      .setPayload(SignIn.Exchange)
      .addSuccess(SignIn.SignedIn)
  )
  .annotate(OpenApi.Title, "Signing in")
  .prefix("/v1") {}
