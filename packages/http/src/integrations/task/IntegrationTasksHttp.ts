import { IntegrationTasks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "integrationTasks", (handlers) =>
  capturing(
    Effect.map(IntegrationTasks.IntegrationTasks, (tasks) =>
      handlers.handle(
        "queueIntegrationTask",
        answering(({ params: path, payload }) => onWire(tasks.queue(path.integrationName, payload)))
      )
    )
  )
)
