import { Input, InstallationView, InstalledIntegrations, IntegrationView, OrganizationId, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const space = Schema.Struct({ spaceId: SpaceId })

/** Query parameters to filter by title. */
const searched = Schema.Struct(
  Input.describeFields(
    { ...Paging.UrlParams.fields, search: Schema.optionalKey(Schema.String) },
    { search: "Text that the title must contain." }
  )
)

/** Installed integrations of organizations and spaces. */
export class InstalledIntegrationsApi extends Group.make(
  "installedIntegrations",
  "Installed integrations",
  Endpoint.get("listOrganizationInstallations", "/orgs/:organizationId/installations", {
    summary: "List installations",
    description: "Returns the installations of an organization with their integrations.",
    permission: Permission.refusing("organization:list-members"),
    params: organization,
    query: searched,
    success: Paging.of(InstallationView.InstalledIntegrationView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listOrganizationIntegrationsStatus", "/orgs/:organizationId/integrations/installations-status", {
    summary: "List integration statuses",
    description: "Returns the integrations that an organization installed and whether each works.",
    permission: Permission.refusing("organization:list-members"),
    params: organization,
    query: searched,
    success: Paging.of(InstallationView.IntegrationStatusView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listSpaceIntegrations", "/spaces/:spaceId/integrations", {
    summary: "List integrations of a space",
    description: "Returns the integrations that are active on a space, by name.",
    permission: Permission.hiding("content:view"),
    params: space,
    query: searched,
    success: Paging.of(IntegrationView.IntegrationView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listSpaceIntegrationsBlocks", "/spaces/:spaceId/integration-blocks", {
    summary: "List integration blocks",
    description: "Returns the blocks that integrations offer for pages of the space.",
    permission: Permission.hiding("content:view"),
    params: space,
    success: InstallationView.SpaceBlocksView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const installed = yield* InstalledIntegrations.InstalledIntegrations
      return {
        listOrganizationInstallations: ({ params: path, query }) => installed.list(path.organizationId, query),
        listOrganizationIntegrationsStatus: ({ params: path, query }) =>
          installed.listStatuses(path.organizationId, query),
        listSpaceIntegrations: ({ params: path, query }) => installed.listOnSpace(path.spaceId, query),
        listSpaceIntegrationsBlocks: ({ params: path }) => installed.listBlocks(path.spaceId)
      }
    })
  )
}
