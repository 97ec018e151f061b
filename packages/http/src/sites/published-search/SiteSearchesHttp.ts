import { ReaderSearches, SiteSearches } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(
  Api,
  "siteSearches",
  Effect.gen(function* () {
    const searches = yield* SiteSearches.SiteSearches
    const readers = yield* ReaderSearches.ReaderSearches
    return {
      searchSiteContent: ({ params: { organizationId, siteId }, payload, query }) => {
        const own = searches.search(organizationId, siteId, payload, query)
        return chosen(own, (reading) => readers.search(reading, organizationId, siteId, payload))
      }
    }
  })
)
