import { ContentLookups } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "contentLookups", (handlers) =>
  capturing(
    Effect.map(ContentLookups.ContentLookups, (lookups) =>
      handlers.handle(
        "getContentByUrl",
        answering(({ query: { url } }) => onWire(lookups.find(url)))
      )
    )
  )
)
