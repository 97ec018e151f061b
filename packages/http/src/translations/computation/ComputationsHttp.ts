import { Computations } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "computations", (handlers) =>
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
