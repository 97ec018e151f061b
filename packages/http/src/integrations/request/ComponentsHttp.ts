import { Components } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import * as PackedRequest from "./PackedRequest.ts"

export const layer = HandlerGroup.layer(
  Api,
  "components",
  Effect.gen(function* () {
    const components = yield* Components.Components
    return {
      renderIntegrationUiWithPost: ({ params: path, payload }) => components.render(path.integrationName, payload),
      renderIntegrationUiWithGet: ({ params: path, query }) =>
        Effect.flatMap(PackedRequest.read(query.request), (asked) => components.render(path.integrationName, asked))
    }
  })
)
