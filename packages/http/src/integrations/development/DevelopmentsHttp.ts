import { Developments } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "developments", (handlers) =>
  capturing(
    Effect.map(Developments.Developments, (developments) =>
      handlers
        .handle(
          "setIntegrationDevelopmentMode",
          answering(({ params: path, payload }) => onWire(developments.begin(path.integrationName, payload)))
        )
        .handle(
          "disableIntegrationDevelopmentMode",
          answering(({ params: path }) => respondRemoved(onWire(developments.end(path.integrationName))))
        )
    )
  )
)
