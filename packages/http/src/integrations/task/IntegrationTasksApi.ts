import { IntegrationTaskInput } from "@quire/core"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import { integration } from "../installation/Parameters.ts"

/** Queued tasks of integrations. */
export class IntegrationTasksApi extends HttpApiGroup.make("integrationTasks", { topLevel: true })
  .add(
    Endpoint.post("queueIntegrationTask", "/integrations/:integrationName/tasks", {
      summary: "Queue an integration task",
      description: "Calls the script of the integration with an object, now or later.",
      permission: Permission.refusing("integration:self"),
      scope: "installed",
      params: integration,
      payload: IntegrationTaskInput.Queue,
      success: Absent,
      error: [Errors.Forbidden, NotFound, UnprocessableContent]
    })
  )
  .annotate(OpenApi.Title, "Tasks of integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
