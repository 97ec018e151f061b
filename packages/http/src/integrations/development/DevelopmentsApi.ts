import { DevelopmentInput } from "@quire/core"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import { integration } from "../installation/Parameters.ts"

const path = "/integrations/:integrationName/dev"

/** Development mode of integrations. */
export class DevelopmentsApi extends HttpApiGroup.make("developments", { topLevel: true })
  .add(
    Endpoint.put("setIntegrationDevelopmentMode", path, {
      summary: "Enable development mode",
      description: "Sends the events of an integration to a tunnel instead of its script for a day.",
      permission: Permission.refusing("integration:admin"),
      params: integration,
      payload: DevelopmentInput.Begin,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.delete("disableIntegrationDevelopmentMode", path, {
      summary: "Disable development mode",
      description: "Sends the events of an integration to its script again.",
      permission: Permission.deleting("integration:admin"),
      params: integration,
      success: [Removed, Absent],
      error: [Errors.Forbidden]
    })
  )
  .annotate(OpenApi.Title, "Development of integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
