import { Input, InstallationView, IntegrationView, OrganizationId, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const space = Schema.Struct({ spaceId: SpaceId.SpaceId })

/** Narrowed to names that contain a text. */
const searched = Schema.Struct(
  Input.describeFields(
    { ...Paging.UrlParams.fields, search: Schema.optionalKey(Schema.String) },
    { search: "Text that the title must contain." }
  )
)

/** What organizations and spaces have of integrations. */
export class InstalledIntegrationsApi extends HttpApiGroup.make("installedIntegrations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listOrganizationInstallations", "/orgs/:organizationId/installations", {
      params: organization,
      query: searched,
      success: Paging.of(InstallationView.InstalledIntegrationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List installations")
      .annotate(OpenApi.Description, "Returns the installations of an organization with their integrations.")
  )
  .add(
    HttpApiEndpoint.get(
      "listOrganizationIntegrationsStatus",
      "/orgs/:organizationId/integrations/installations-status",
      {
        params: organization,
        query: searched,
        success: Paging.of(InstallationView.IntegrationStatusView),
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "List integration statuses")
      .annotate(OpenApi.Description, "Returns the integrations that an organization installed and whether each works.")
  )
  .add(
    HttpApiEndpoint.get("listSpaceIntegrations", "/spaces/:spaceId/integrations", {
      params: space,
      query: searched,
      success: Paging.of(IntegrationView.IntegrationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List integrations of a space")
      .annotate(OpenApi.Description, "Returns the integrations that work on a space, by name.")
  )
  .add(
    HttpApiEndpoint.get("listSpaceIntegrationsBlocks", "/spaces/:spaceId/integration-blocks", {
      params: space,
      success: InstallationView.SpaceBlocksView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List integration blocks")
      .annotate(OpenApi.Description, "Returns the blocks that integrations offer for pages of the space.")
  )
  .annotate(OpenApi.Title, "Installed integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
