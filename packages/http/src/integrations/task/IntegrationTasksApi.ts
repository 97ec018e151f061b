import { IntegrationTaskInput } from "@quire/core"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import { integration } from "../installation/Parameters.ts"

/** What scripts of integrations are to be told later. */
export class IntegrationTasksApi extends HttpApiGroup.make("integrationTasks", { topLevel: true })
  .add(
    HttpApiEndpoint.post("queueIntegrationTask", "/integrations/:integrationName/tasks", {
      params: integration,
      payload: IntegrationTaskInput.Queue,
      success: Absent,
      error: [Errors.Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Queue an integration task")
      .annotate(OpenApi.Description, "Runs the script of the integration with an object, now or later.")
  )
  .annotate(OpenApi.Title, "Tasks of integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
