import { DevelopmentInput } from "@quire/core"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import { integration } from "../installation/Parameters.ts"

const path = "/integrations/:integrationName/dev"

/** Where the events of integrations go while somebody works on their scripts. */
export class DevelopmentsApi extends HttpApiGroup.make("developments", { topLevel: true })
  .add(
    HttpApiEndpoint.put("setIntegrationDevelopmentMode", path, {
      params: integration,
      payload: DevelopmentInput.Begin,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Enable development mode")
      .annotate(OpenApi.Description, "Sends the events of an integration to a tunnel instead of its script for a day.")
  )
  .add(
    HttpApiEndpoint.delete("disableIntegrationDevelopmentMode", path, {
      params: integration,
      success: [Removed, Absent],
      error: [Errors.Forbidden]
    })
      .annotate(OpenApi.Summary, "Disable development mode")
      .annotate(OpenApi.Description, "Sends the events of an integration to its script again.")
  )
  .annotate(OpenApi.Title, "Development of integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
