import { PublishedSites } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "publishedSites", (handlers) =>
  capturing(
    Effect.map(PublishedSites.PublishedSites, (sites) =>
      handlers.handle(
        "getPublishedContentSite",
        answering(({ params: path }) => onWire(sites.get(path.organizationId, path.siteId)))
      )
    )
  )
)
