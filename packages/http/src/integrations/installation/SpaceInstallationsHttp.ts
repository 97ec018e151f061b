import { EmbeddedScripts, SpaceInstallations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "spaceInstallations",
  Effect.gen(function* () {
    const installations = yield* SpaceInstallations.SpaceInstallations
    const scripts = yield* EmbeddedScripts.EmbeddedScripts
    return {
      listIntegrationSpaceInstallations: ({ params: path, query }) =>
        installations.listOfIntegration(path.integrationName, query),
      listIntegrationInstallationSpaces: ({ params: path, query }) =>
        installations.list(path.integrationName, path.installationId, query),
      installIntegrationOnSpace: ({ params: path, payload, query }) =>
        withOwnLocation(installations.create(path.integrationName, path.installationId, payload, query)),
      getIntegrationSpaceInstallation: ({ params: path, query }) =>
        installations.get(path.integrationName, path.installationId, path.spaceId, query),
      updateIntegrationSpaceInstallation: ({ params: path, payload, query }) =>
        installations.update(path.integrationName, path.installationId, path.spaceId, payload, query),
      uninstallIntegrationFromSpace: ({ params: path }) =>
        respondRemoved(installations.remove(path.integrationName, path.installationId, path.spaceId)),
      listSpaceIntegrationScripts: ({ params: path }) => scripts.listOnSpace(path.spaceId)
    }
  })
)
