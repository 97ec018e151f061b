import { ComponentInput, ComponentOutput, IntegrationInput } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { BadGateway, Forbidden, GatewayTimeout, NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const path = "/integrations/:integrationName/render"
const params = Schema.Struct({ integrationName: IntegrationInput.IntegrationName })
const error = [BadGateway, GatewayTimeout, PreconditionFailed, Forbidden, NotFound] as const

/** Components of integrations, as their scripts draw them. */
export class ComponentsApi extends HttpApiGroup.make("components", { topLevel: true })
  .add(
    HttpApiEndpoint.post("renderIntegrationUiWithPost", path, {
      params,
      payload: ComponentInput.Asked,
      success: ComponentOutput.Output,
      error
    }).annotate(OpenApi.Summary, "Have an integration draw a component")
  )
  .add(
    HttpApiEndpoint.get("renderIntegrationUiWithGet", path, {
      params,
      query: Schema.Struct({ request: Schema.String }),
      success: ComponentOutput.Output,
      error
    }).annotate(OpenApi.Summary, "Have an integration draw a component, asked by JSON that is compressed by lz-string")
  )
  .annotate(OpenApi.Title, "Components of integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
