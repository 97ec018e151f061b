import { IntegrationTasks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "integrationTasks",
  Effect.map(IntegrationTasks.IntegrationTasks, (tasks) => ({
    queueIntegrationTask: ({ params: path, payload }) => tasks.queue(path.integrationName, payload)
  }))
)
