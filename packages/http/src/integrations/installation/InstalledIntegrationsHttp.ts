import { InstalledIntegrations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "installedIntegrations",
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
