import { PublishedProfiles, PublishedSites, SitePreviews } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(Api, "publishedSites", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const sites = yield* PublishedSites.PublishedSites
      const profiles = yield* PublishedProfiles.PublishedProfiles
      const previews = yield* SitePreviews.SitePreviews
      return handlers
        .handle(
          "getPublishedContentSite",
          answering(({ params: { organizationId, siteId }, query: { shareKey } }) => {
            const own = Effect.catchTag(sites.get(organizationId, siteId), "SiteNotFound", () =>
              profiles.outwardProfile(organizationId, siteId)
            )
            const read = chosen(own, (reading) => profiles.profile(reading, organizationId, siteId))
            return onWire(profiles.withShareKey(shareKey, read))
          })
        )
        .handle(
          "getSitePublishingPreviewById",
          answering(({ params: path, query }) => onWire(previews.get(path.organizationId, path.siteId, query)))
        )
    })
  )
)
