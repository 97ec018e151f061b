import { Pdfs } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "pdfs", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const pdfs = yield* Pdfs.Pdfs
      return handlers
        .handle(
          "getSpacePdf",
          answering(({ params: path, query: urlParams }) => onWire(pdfs.ask({ space: path.spaceId }, urlParams)))
        )
        .handle(
          "getChangeRequestPdf",
          answering(({ params: path, query: urlParams }) =>
            onWire(pdfs.ask({ space: path.spaceId, changeRequest: path.changeRequestId }, urlParams))
          )
        )
    })
  )
)
