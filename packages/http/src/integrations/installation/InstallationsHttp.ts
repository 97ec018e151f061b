import { Installations, IntegrationTokens } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "installations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const installations = yield* Installations.Installations
      const tokens = yield* IntegrationTokens.IntegrationTokens
      return handlers
        .handle(
          "listIntegrationInstallations",
          answering(({ params: path, query }) => onWire(installations.list(path.integrationName, query)))
        )
        .handle(
          "installIntegration",
          answering(({ params: path, payload }) =>
            withOwnLocation(onWire(installations.create(path.integrationName, payload)))
          )
        )
        .handle(
          "getIntegrationInstallationById",
          answering(({ params: path }) => onWire(installations.get(path.integrationName, path.installationId)))
        )
        .handle(
          "updateIntegrationInstallation",
          answering(({ params: path, payload }) =>
            onWire(installations.update(path.integrationName, path.installationId, payload))
          )
        )
        .handle(
          "uninstallIntegration",
          answering(({ params: path }) =>
            respondRemoved(onWire(installations.remove(path.integrationName, path.installationId)))
          )
        )
        .handle(
          "getOrganizationIntegrationStatus",
          answering(({ params: path }) => onWire(installations.getStatus(path.organizationId, path.integrationName)))
        )
        .handle(
          "createIntegrationInstallationToken",
          answering(({ params: path }) => onWire(tokens.create(path.integrationName, path.installationId)))
        )
    })
  )
)
