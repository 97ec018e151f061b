import { Integrations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "integrations",
  Effect.gen(function* () {
    const integrations = yield* Integrations.Integrations
    return {
      listIntegrations: ({ query: { limit, page, ...filter } }) =>
        integrations.list(filter, page === undefined ? { limit } : { limit, page }),
      listOrganizationIntegrations: ({ params: path, query: { limit, page, ...filter } }) =>
        integrations.listFor(path.organizationId, filter, page === undefined ? { limit } : { limit, page }),
      getIntegrationByName: ({ params: path }) => integrations.get(path.integrationName),
      publishIntegration: ({ params: path, payload }) => integrations.publish(path.integrationName, payload),
      unpublishIntegration: ({ params: path }) => respondRemoved(integrations.unpublish(path.integrationName))
    }
  })
)
