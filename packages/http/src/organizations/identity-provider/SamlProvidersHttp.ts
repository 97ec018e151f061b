import { SamlProviders } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "samlProviders", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const providers = yield* SamlProviders.SamlProviders
      return handlers
        .handle(
          "listSamlProviders",
          answering(({ params: path, query: urlParams }) => onWire(providers.list(path.organizationId, urlParams)))
        )
        .handle(
          "createSamlProvider",
          answering(({ params: path, payload }) =>
            withOwnLocation(onWire(providers.create(path.organizationId, payload)))
          )
        )
        .handle(
          "getSamlProvider",
          answering(({ params: path }) => onWire(providers.get(path.organizationId, path.samlProviderId)))
        )
        .handle(
          "deleteSamlProvider",
          answering(({ params: path }) =>
            respondRemoved(onWire(providers.remove(path.organizationId, path.samlProviderId)))
          )
        )
        .handle(
          "updateSamlProvider",
          answering(({ params: path, payload }) =>
            onWire(providers.update(path.organizationId, path.samlProviderId, payload))
          )
        )
        .handle(
          "listSsoLogins",
          answering(({ params: path }) => onWire(providers.logins(path.organizationId)))
        )
    })
  )
)
