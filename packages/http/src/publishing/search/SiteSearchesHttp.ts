import { ReaderSearches, SiteSearches } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(Api, "siteSearches", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const searches = yield* SiteSearches.SiteSearches
      const readers = yield* ReaderSearches.ReaderSearches
      return handlers.handle(
        "searchSiteContent",
        answering(({ params: { organizationId, siteId }, payload, query }) => {
          const own = searches.search(organizationId, siteId, payload, query)
          return onWire(chosen(own, (reading) => readers.search(reading, organizationId, siteId, payload)))
        })
      )
    })
  )
)
