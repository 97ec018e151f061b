import { PublishedProfiles, SiteArrangement } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(
  Api,
  "siteStructure",
  Effect.gen(function* () {
    const arrangement = yield* SiteArrangement.SiteArrangement
    const profiles = yield* PublishedProfiles.PublishedProfiles
    return {
      getSiteStructure: ({ params: { organizationId, siteId }, query: { shareKey } }) => {
        const own = Effect.catchTag(arrangement.get(organizationId, siteId), "SiteNotFound", () =>
          profiles.sharedStructure(organizationId, siteId)
        )
        const read = chosen(own, (reading) => profiles.structure(reading, organizationId, siteId))
        return profiles.withShareKey(shareKey, read)
      },
      sortSiteStructure: ({ params: path, payload }) => arrangement.sort(path.organizationId, path.siteId, payload)
    }
  })
)
