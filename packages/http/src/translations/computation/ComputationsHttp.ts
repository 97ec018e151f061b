import { Computations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "computations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const computations = yield* Computations.Computations
      return handlers
        .handle(
          "getComputedDocument",
          answering(({ params: path, payload }) => onWire(computations.document(path.spaceId, payload)))
        )
        .handle(
          "getComputedRevision",
          answering(({ params: path, payload }) => onWire(computations.revision(path.spaceId, payload)))
        )
    })
  )
)
