import { Developments } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "developments",
  Effect.map(Developments.Developments, (developments) => ({
    setIntegrationDevelopmentMode: ({ params: path, payload }) => developments.begin(path.integrationName, payload),
    disableIntegrationDevelopmentMode: ({ params: path }) => respondRemoved(developments.end(path.integrationName))
  }))
)
