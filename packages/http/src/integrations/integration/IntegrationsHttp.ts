import { Integrations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "integrations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const integrations = yield* Integrations.Integrations
      return handlers
        .handle(
          "listIntegrations",
          answering(({ query: { limit, page, ...filter } }) =>
            onWire(integrations.list(filter, page === undefined ? { limit } : { limit, page }))
          )
        )
        .handle(
          "listOrganizationIntegrations",
          answering(({ params: path, query: { limit, page, ...filter } }) =>
            onWire(integrations.listFor(path.organizationId, filter, page === undefined ? { limit } : { limit, page }))
          )
        )
        .handle(
          "getIntegrationByName",
          answering(({ params: path }) => onWire(integrations.get(path.integrationName)))
        )
        .handle(
          "publishIntegration",
          answering(({ params: path, payload }) => onWire(integrations.publish(path.integrationName, payload)))
        )
        .handle(
          "unpublishIntegration",
          answering(({ params: path }) => respondRemoved(onWire(integrations.unpublish(path.integrationName))))
        )
    })
  )
)
