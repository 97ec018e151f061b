import { IntegrationTask, IntegrationTasks } from "@quire/core"
import { Effect } from "effect"
import { Absent } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { integration } from "../installation/Parameters.ts"

/** Queued tasks of integrations. */
export class IntegrationTasksApi extends Group.make(
  "integrationTasks",
  "Tasks of integrations",
  Endpoint.post("queueIntegrationTask", "/integrations/:integrationName/tasks", {
    summary: "Queue an integration task",
    description: "Calls the script of the integration with an object, now or later.",
    permission: Permission.refusing("integration:self"),
    scope: "installed",
    params: integration,
    payload: IntegrationTask.Queue,
    success: Absent,
    error: [Errors.Forbidden, NotFound, UnprocessableContent]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(IntegrationTasks.IntegrationTasks, (tasks) => ({
      queueIntegrationTask: ({ params: path, payload }) => tasks.queue(path.integrationName, payload)
    }))
  )
}
