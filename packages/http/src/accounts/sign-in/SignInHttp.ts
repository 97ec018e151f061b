import { Addresses, SignIn } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import * as BrowserCookies from "../../foundation/exchange/BrowserCookies.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "signIn", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const signIn = yield* SignIn.SignIn
      const cookies = BrowserCookies.make((yield* Addresses.Addresses).base)
      return handlers.handle(
        "exchangeSignInCode",
        answering(({ payload, request }) => onWire(signIn.exchange(payload, { began: cookies.read(request, "began") })))
      )
    })
  )
)
