import { ComponentInput, ComponentOutput, Input, IntegrationInput } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { BadGateway, GatewayTimeout, NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const path = "/integrations/:integrationName/render"
const params = Schema.Struct(
  Input.describeFields(
    { integrationName: IntegrationInput.IntegrationName },
    { integrationName: "Name of the integration." }
  )
)
const error = [BadGateway, GatewayTimeout, PreconditionFailed, Errors.Forbidden, NotFound] as const

/**
 * Components of integrations, rendered by their scripts. The context that a request names decides who may render (rule
 * integration-render-who).
 */
export class ComponentsApi extends HttpApiGroup.make("components", { topLevel: true })
  .add(
    Endpoint.post("renderIntegrationUiWithPost", path, {
      summary: "Render an integration component",
      description: "Calls the script of an integration to render a component.",
      permission: Permission.allowing("context:view"),
      params,
      payload: ComponentInput.ComponentRequest,
      success: ComponentOutput.Output,
      error
    }),
    Endpoint.get("renderIntegrationUiWithGet", path, {
      summary: "Render a component by query",
      description: "Calls the script of an integration to render a component; the request is JSON in the query.",
      permission: Permission.allowing("context:view"),
      params,
      query: Schema.Struct(
        Input.describeFields(
          { request: Schema.String },
          { request: "Render request as JSON, compressed by lz-string for URLs." }
        )
      ),
      success: ComponentOutput.Output,
      error
    })
  )
  .annotate(OpenApi.Title, "Components of integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
