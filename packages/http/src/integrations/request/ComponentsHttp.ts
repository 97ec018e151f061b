import { Components } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import * as PackedRequest from "./PackedRequest.ts"

export const layer = HandlerGroup.layer(Api, "components", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const components = yield* Components.Components
      return handlers
        .handle(
          "renderIntegrationUiWithPost",
          answering(({ params: path, payload }) => onWire(components.render(path.integrationName, payload)))
        )
        .handle(
          "renderIntegrationUiWithGet",
          answering(({ params: path, query }) =>
            Effect.flatMap(PackedRequest.read(query.request), (asked) =>
              onWire(components.render(path.integrationName, asked))
            )
          )
        )
    })
  )
)
