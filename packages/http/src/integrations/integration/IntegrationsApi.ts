import { Input, Integration, IntegrationInput, IntegrationView, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { limits, MaximumBytes } from "../../foundation/body/Body.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const integration = Schema.Struct(
  Input.describeFields(
    { integrationName: IntegrationInput.IntegrationName },
    { integrationName: "Name of the integration." }
  )
)

const listing = Schema.Struct(
  Input.describeFields(
    {
      ...Paging.UrlParams.fields,
      search: Schema.optionalKey(Schema.String),
      category: Schema.optionalKey(Integration.Category),
      blockDomain: Schema.optionalKey(IntegrationInput.BlockDomain),
      blocks: Paging.OptionalFlag,
      contentSources: Paging.OptionalFlag,
      owner: Schema.optionalKey(IntegrationInput.Owner),
      scope: Schema.optionalKey(Integration.Scope),
      target: Schema.optionalKey(Integration.Target)
    },
    {
      search: "Text that the title must contain.",
      category: "Category that lists the integration.",
      blockDomain: "Domain whose addresses become blocks of the integration.",
      blocks: "Whether it must draw blocks.",
      contentSources: "Whether it must have content sources.",
      owner: "Organization that published it.",
      scope: "Scope that it must declare.",
      target: "Whether it is installed on spaces or on sites."
    }
  )
)

/** What others add to the platform, as they publish it. */
export class IntegrationsApi extends HttpApiGroup.make("integrations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listIntegrations", "/integrations", {
      query: listing,
      success: Paging.of(IntegrationView.IntegrationView),
      error: [Errors.Forbidden]
    })
      .annotate(OpenApi.Summary, "List the integrations of the catalogue and of one's own organizations, by name")
      .annotate(
        OpenApi.Description,
        "Returns the integrations of the directory and of organizations of the caller, by name."
      )
  )
  .add(
    HttpApiEndpoint.get("listOrganizationIntegrations", "/orgs/:organizationId/integrations", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId }),
      query: listing,
      success: Paging.of(IntegrationView.IntegrationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List integrations of an organization")
      .annotate(OpenApi.Description, "Returns the integrations of the directory and of the organization, by name.")
  )
  .add(
    HttpApiEndpoint.get("getIntegrationByName", "/integrations/:integrationName", {
      params: integration,
      success: IntegrationView.IntegrationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get an integration")
      .annotate(OpenApi.Description, "Returns the newest version of an integration.")
  )
  .add(
    HttpApiEndpoint.post("publishIntegration", "/integrations/:integrationName", {
      params: integration,
      payload: IntegrationInput.Publish,
      success: IntegrationView.IntegrationView,
      error: [UnprocessableContent, Errors.Forbidden]
    })
      .annotate(OpenApi.Summary, "Publish an integration")
      .annotate(OpenApi.Description, "Publishes the integration or its next version.")
      .annotate(MaximumBytes, limits.largeBytes)
  )
  .add(
    HttpApiEndpoint.delete("unpublishIntegration", "/integrations/:integrationName", {
      params: integration,
      success: [Removed, Absent],
      error: [Errors.Forbidden]
    })
      .annotate(OpenApi.Summary, "Unpublish an integration")
      .annotate(OpenApi.Description, "The name of the integration stays with its owner.")
  )
  .annotate(OpenApi.Title, "Integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
