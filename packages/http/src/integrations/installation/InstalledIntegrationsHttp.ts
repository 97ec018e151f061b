import { InstalledIntegrations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "installedIntegrations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const installed = yield* InstalledIntegrations.InstalledIntegrations
      return handlers
        .handle(
          "listOrganizationInstallations",
          answering(({ params: path, query }) => onWire(installed.list(path.organizationId, query)))
        )
        .handle(
          "listOrganizationIntegrationsStatus",
          answering(({ params: path, query }) => onWire(installed.listStatuses(path.organizationId, query)))
        )
        .handle(
          "listSpaceIntegrations",
          answering(({ params: path, query }) => onWire(installed.listOnSpace(path.spaceId, query)))
        )
        .handle(
          "listSpaceIntegrationsBlocks",
          answering(({ params: path }) => onWire(installed.listBlocks(path.spaceId)))
        )
    })
  )
)
