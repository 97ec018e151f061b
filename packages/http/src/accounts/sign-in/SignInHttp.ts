import { SignIn } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "signIn", (handlers) =>
  capturing(
    Effect.map(SignIn.SignIn, (signIn) =>
      handlers.handle(
        "exchangeSignInCode",
        answering(({ payload }) => onWire(signIn.exchange(payload)))
      )
    )
  )
)
