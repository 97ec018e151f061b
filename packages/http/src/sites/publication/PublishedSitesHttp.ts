import { PublishedProfiles, PublishedSites, SitePreviews } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(
  Api,
  "publishedSites",
  Effect.gen(function* () {
    const sites = yield* PublishedSites.PublishedSites
    const profiles = yield* PublishedProfiles.PublishedProfiles
    const previews = yield* SitePreviews.SitePreviews
    return {
      getPublishedContentSite: ({ params: { organizationId, siteId }, query: { shareKey } }) => {
        const own = Effect.catchTag(sites.get(organizationId, siteId), "SiteNotFound", () =>
          profiles.outwardProfile(organizationId, siteId)
        )
        const read = chosen(own, (reading) => profiles.profile(reading, organizationId, siteId))
        return profiles.withShareKey(shareKey, read)
      },
      getSitePublishingPreviewById: ({ params: path, query }) => previews.get(path.organizationId, path.siteId, query)
    }
  })
)
