import { Installations, IntegrationTokens } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "installations",
  Effect.gen(function* () {
    const installations = yield* Installations.Installations
    const tokens = yield* IntegrationTokens.IntegrationTokens
    return {
      listIntegrationInstallations: ({ params: path, query }) => installations.list(path.integrationName, query),
      installIntegration: ({ params: path, payload }) =>
        withOwnLocation(installations.create(path.integrationName, payload)),
      getIntegrationInstallationById: ({ params: path }) =>
        installations.get(path.integrationName, path.installationId),
      updateIntegrationInstallation: ({ params: path, payload }) =>
        installations.update(path.integrationName, path.installationId, payload),
      uninstallIntegration: ({ params: path }) =>
        respondRemoved(installations.remove(path.integrationName, path.installationId)),
      getOrganizationIntegrationStatus: ({ params: path }) =>
        installations.getStatus(path.organizationId, path.integrationName),
      createIntegrationInstallationToken: ({ params: path }) => tokens.create(path.integrationName, path.installationId)
    }
  })
)
