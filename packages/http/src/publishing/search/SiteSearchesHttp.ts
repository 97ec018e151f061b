import { SiteSearches } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "siteSearches", (handlers) =>
  capturing(
    Effect.map(SiteSearches.SiteSearches, (searches) =>
      handlers.handle(
        "searchSiteContent",
        answering(({ params: { organizationId, siteId }, payload, query }) =>
          onWire(searches.search(organizationId, siteId, payload, query))
        )
      )
    )
  )
)
