import { Pdfs } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "pdfs",
  Effect.gen(function* () {
    const pdfs = yield* Pdfs.Pdfs
    return {
      getSpacePdf: ({ params: path, query: urlParams }) => pdfs.ask({ space: path.spaceId }, urlParams),
      getChangeRequestPdf: ({ params: path, query: urlParams }) =>
        pdfs.ask({ space: path.spaceId, changeRequest: path.changeRequestId }, urlParams)
    }
  })
)
