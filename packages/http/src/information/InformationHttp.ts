import { Effect } from "effect"
import { Api } from "../Api.ts"
import { answering } from "../foundation/answer/PlainAnswer.ts"
import * as HandlerGroup from "../foundation/exchange/HandlerGroup.ts"
import { release } from "./Information.ts"

export const layer = HandlerGroup.layer(Api, "information", (handlers) =>
  handlers.handle(
    "getApiInformation",
    answering(() => Effect.succeed(release))
  )
)
