import { ContentLookups } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "contentLookups", (handlers) =>
  capturing(
    Effect.map(ContentLookups.ContentLookups, (lookups) =>
      handlers.handle(
        "getContentByUrl",
        answering(({ query: { url } }) => onWire(lookups.find(url)))
      )
    )
  )
)
