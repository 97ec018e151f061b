import { Computations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "computations",
  Effect.gen(function* () {
    const computations = yield* Computations.Computations
    return {
      getComputedDocument: ({ params: path, payload }) => computations.document(path.spaceId, payload),
      getComputedRevision: ({ params: path, payload }) => computations.revision(path.spaceId, payload)
    }
  })
)
