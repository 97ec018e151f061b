import { Addresses, SignIn } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as BrowserCookies from "../../foundation/exchange/BrowserCookies.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "signIn",
  Effect.gen(function* () {
    const signIn = yield* SignIn.SignIn
    const cookies = BrowserCookies.make((yield* Addresses.Addresses).base)
    return {
      exchangeSignInCode: ({ payload, request }) => signIn.exchange(payload, { began: cookies.read(request, "began") })
    }
  })
)
