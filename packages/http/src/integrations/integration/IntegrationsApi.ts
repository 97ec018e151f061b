import { Input, Integration, IntegrationInput, Integrations, IntegrationView, OrganizationId } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import { limits, MaximumBytes } from "../../foundation/body/Body.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
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

/** Integrations and their publication. */
export class IntegrationsApi extends Group.make(
  "integrations",
  "Integrations",
  Endpoint.get("listIntegrations", "/integrations", {
    summary: "List integrations",
    description: "Returns the integrations of the directory and of organizations of the caller, by name.",
    permission: Permission.allowing("token"),
    query: listing,
    success: Paging.of(IntegrationView.IntegrationView),
    error: [Errors.Forbidden]
  }),
  Endpoint.get("listOrganizationIntegrations", "/orgs/:organizationId/integrations", {
    summary: "List integrations of an organization",
    description: "Returns the integrations of the directory and of the organization, by name.",
    permission: Permission.refusing("organization:list-members"),
    params: Schema.Struct({ organizationId: OrganizationId }),
    query: listing,
    success: Paging.of(IntegrationView.IntegrationView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getIntegrationByName", "/integrations/:integrationName", {
    summary: "Get an integration",
    description: "Returns the newest version of an integration.",
    permission: Permission.hiding("integration:view"),
    params: integration,
    success: IntegrationView.IntegrationView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("publishIntegration", "/integrations/:integrationName", {
    summary: "Publish an integration",
    description: "Publishes the integration or its next version.",
    permission: { permission: "owner:admin", without: { viewing: 403 } },
    params: integration,
    payload: IntegrationInput.Publish,
    success: IntegrationView.IntegrationView,
    error: [UnprocessableContent, Errors.Forbidden]
  }).annotate(MaximumBytes, limits.largeBytes),
  Endpoint.delete("unpublishIntegration", "/integrations/:integrationName", {
    summary: "Unpublish an integration",
    description: "The name of the integration stays with its owner.",
    permission: Permission.deleting("integration:admin"),
    params: integration,
    success: [Removed, Absent],
    error: [Errors.Forbidden]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const integrations = yield* Integrations.Integrations
      return {
        listIntegrations: ({ query: { limit, page, ...filter } }) =>
          integrations.list(filter, page === undefined ? { limit } : { limit, page }),
        listOrganizationIntegrations: ({ params: path, query: { limit, page, ...filter } }) =>
          integrations.listFor(path.organizationId, filter, page === undefined ? { limit } : { limit, page }),
        getIntegrationByName: ({ params: path }) => integrations.get(path.integrationName),
        publishIntegration: ({ params: path, payload }) => integrations.publish(path.integrationName, payload),
        unpublishIntegration: ({ params: path }) => respondRemoved(integrations.unpublish(path.integrationName))
      }
    })
  )
}
