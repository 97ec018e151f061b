import { SamlProviders } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "samlProviders",
  Effect.gen(function* () {
    const providers = yield* SamlProviders.SamlProviders
    return {
      listSamlProviders: ({ params: path, query: urlParams }) => providers.list(path.organizationId, urlParams),
      createSamlProvider: ({ params: path, payload }) =>
        withOwnLocation(providers.create(path.organizationId, payload)),
      getSamlProvider: ({ params: path }) => providers.get(path.organizationId, path.samlProviderId),
      deleteSamlProvider: ({ params: path }) =>
        respondRemoved(providers.remove(path.organizationId, path.samlProviderId)),
      updateSamlProvider: ({ params: path, payload }) =>
        providers.update(path.organizationId, path.samlProviderId, payload),
      listSsoLogins: ({ params: path }) => providers.logins(path.organizationId)
    }
  })
)
