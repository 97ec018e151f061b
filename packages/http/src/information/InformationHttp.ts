import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { answering } from "../foundation/answer/PlainAnswer.ts"
import { release } from "./Information.ts"

export const layer = HttpApiBuilder.group(Api, "information", (handlers) =>
  handlers.handle(
    "getApiInformation",
    answering(() => Effect.succeed(release))
  )
)
