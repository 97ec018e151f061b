import { Effect } from "effect"
import { Api } from "../Api.ts"
import * as HandlerGroup from "../foundation/exchange/HandlerGroup.ts"
import { release } from "./Information.ts"

export const layer = HandlerGroup.layer(
  Api,
  "information",
  Effect.succeed({ getApiInformation: () => Effect.succeed(release) })
)
