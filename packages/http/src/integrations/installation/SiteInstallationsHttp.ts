import { SiteInstallations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "siteInstallations",
  Effect.gen(function* () {
    const installations = yield* SiteInstallations.SiteInstallations
    return {
      listIntegrationSiteInstallations: ({ params: path, query }) =>
        installations.listOfIntegration(path.integrationName, query),
      listIntegrationInstallationSites: ({ params: path, query }) =>
        installations.list(path.integrationName, path.installationId, query),
      installIntegrationOnSite: ({ params: path, payload, query }) =>
        withOwnLocation(installations.create(path.integrationName, path.installationId, payload, query)),
      getIntegrationSiteInstallation: ({ params: path, query }) =>
        installations.get(path.integrationName, path.installationId, path.siteId, query),
      updateIntegrationSiteInstallation: ({ params: path, payload, query }) =>
        installations.update(path.integrationName, path.installationId, path.siteId, payload, query),
      uninstallIntegrationFromSite: ({ params: path }) =>
        respondRemoved(installations.remove(path.integrationName, path.installationId, path.siteId))
    }
  })
)
