import { ComponentInput, ComponentOutput, Input, IntegrationInput } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
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

/** Components of integrations, as their scripts draw them. */
export class ComponentsApi extends HttpApiGroup.make("components", { topLevel: true })
  .add(
    HttpApiEndpoint.post("renderIntegrationUiWithPost", path, {
      params,
      payload: ComponentInput.ComponentRequest,
      success: ComponentOutput.Output,
      error
    })
      .annotate(OpenApi.Summary, "Render an integration component")
      .annotate(OpenApi.Description, "Has the script of an integration draw a component.")
  )
  .add(
    HttpApiEndpoint.get("renderIntegrationUiWithGet", path, {
      params,
      query: Schema.Struct(
        Input.describeFields(
          { request: Schema.String },
          { request: "Request to draw, as JSON that lz-string compressed for addresses." }
        )
      ),
      success: ComponentOutput.Output,
      error
    })
      .annotate(OpenApi.Summary, "Render a component by query")
      .annotate(
        OpenApi.Description,
        "Has the script of an integration draw a component; the request is JSON in the query."
      )
  )
  .annotate(OpenApi.Title, "Components of integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
