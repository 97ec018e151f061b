import { SiteInstallations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "siteInstallations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const installations = yield* SiteInstallations.SiteInstallations
      return handlers
        .handle(
          "listIntegrationSiteInstallations",
          answering(({ params: path, query }) => onWire(installations.listOfIntegration(path.integrationName, query)))
        )
        .handle(
          "listIntegrationInstallationSites",
          answering(({ params: path, query }) =>
            onWire(installations.list(path.integrationName, path.installationId, query))
          )
        )
        .handle(
          "installIntegrationOnSite",
          answering(({ params: path, payload, query }) =>
            withOwnLocation(onWire(installations.create(path.integrationName, path.installationId, payload, query)))
          )
        )
        .handle(
          "getIntegrationSiteInstallation",
          answering(({ params: path, query }) =>
            onWire(installations.get(path.integrationName, path.installationId, path.siteId, query))
          )
        )
        .handle(
          "updateIntegrationSiteInstallation",
          answering(({ params: path, payload, query }) =>
            onWire(installations.update(path.integrationName, path.installationId, path.siteId, payload, query))
          )
        )
        .handle(
          "uninstallIntegrationFromSite",
          answering(({ params: path }) =>
            respondRemoved(onWire(installations.remove(path.integrationName, path.installationId, path.siteId)))
          )
        )
    })
  )
)
