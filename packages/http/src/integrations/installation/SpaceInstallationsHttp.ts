import { EmbeddedScripts, SpaceInstallations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "spaceInstallations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const installations = yield* SpaceInstallations.SpaceInstallations
      const scripts = yield* EmbeddedScripts.EmbeddedScripts
      return handlers
        .handle(
          "listIntegrationSpaceInstallations",
          answering(({ params: path, query }) => onWire(installations.listOfIntegration(path.integrationName, query)))
        )
        .handle(
          "listIntegrationInstallationSpaces",
          answering(({ params: path, query }) =>
            onWire(installations.list(path.integrationName, path.installationId, query))
          )
        )
        .handle(
          "installIntegrationOnSpace",
          answering(({ params: path, payload, query }) =>
            withOwnLocation(onWire(installations.create(path.integrationName, path.installationId, payload, query)))
          )
        )
        .handle(
          "getIntegrationSpaceInstallation",
          answering(({ params: path, query }) =>
            onWire(installations.get(path.integrationName, path.installationId, path.spaceId, query))
          )
        )
        .handle(
          "updateIntegrationSpaceInstallation",
          answering(({ params: path, payload, query }) =>
            onWire(installations.update(path.integrationName, path.installationId, path.spaceId, payload, query))
          )
        )
        .handle(
          "uninstallIntegrationFromSpace",
          answering(({ params: path }) =>
            respondRemoved(onWire(installations.remove(path.integrationName, path.installationId, path.spaceId)))
          )
        )
        .handle(
          "listSpaceIntegrationScripts",
          answering(({ params: path }) => onWire(scripts.listOnSpace(path.spaceId)))
        )
    })
  )
)
