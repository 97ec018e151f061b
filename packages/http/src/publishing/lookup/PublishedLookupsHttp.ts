import { PublishedLookups } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "publishedLookups", (handlers) =>
  capturing(
    Effect.map(PublishedLookups.PublishedLookups, (lookups) =>
      handlers
        .handle(
          "resolvePublishedContentByUrl",
          answering(({ payload }) => onWire(lookups.find(payload)))
        )
        .handle(
          "getPublishedContentByUrl",
          answering(({ query: { redirectOnError, url, visitorAuthToken: jwtToken } }) =>
            onWire(lookups.find({ url, redirectOnError, ...(jwtToken === undefined ? {} : { visitor: { jwtToken } }) }))
          )
        )
    )
  )
)
