import { SignIn } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"
import { answering } from "../PlainAnswer.ts"

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
