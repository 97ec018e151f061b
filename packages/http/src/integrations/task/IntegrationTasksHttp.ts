import { IntegrationTasks } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "integrationTasks", (handlers) =>
  capturing(
    Effect.map(IntegrationTasks.IntegrationTasks, (tasks) =>
      handlers.handle(
        "queueIntegrationTask",
        answering(({ params: path, payload }) => onWire(tasks.queue(path.integrationName, payload)))
      )
    )
  )
)
