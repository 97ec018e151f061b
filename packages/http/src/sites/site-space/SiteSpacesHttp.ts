import { PublishedProfiles, SiteSpaces } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(
  Api,
  "siteSpaces",
  Effect.gen(function* () {
    const siteSpaces = yield* SiteSpaces.SiteSpaces
    const profiles = yield* PublishedProfiles.PublishedProfiles
    return {
      listSiteSpaces: ({ params: { organizationId, siteId }, query }) => {
        const own = Effect.catchTag(siteSpaces.list(organizationId, siteId, query), "SiteNotFound", () =>
          profiles.sharedSiteSpaces(organizationId, siteId, query)
        )
        const read = chosen(own, (reading) => profiles.siteSpaces(reading, organizationId, siteId, query))
        return profiles.withShareKey(query.shareKey, read)
      },
      addSpaceToSite: ({ params: path, payload }) =>
        withOwnLocation(siteSpaces.create(path.organizationId, path.siteId, payload)),
      getSiteSpaceById: ({ params: { organizationId, siteId, siteSpaceId }, query: { shareKey } }) => {
        const own = Effect.catchTag(siteSpaces.get(organizationId, siteId, siteSpaceId), "SiteNotFound", () =>
          profiles.sharedSiteSpace(organizationId, siteId, siteSpaceId)
        )
        const read = chosen(own, (reading) => profiles.siteSpace(reading, organizationId, siteId, siteSpaceId))
        return profiles.withShareKey(shareKey, read)
      },
      deleteSiteSpaceById: ({ params: path }) =>
        respondRemoved(siteSpaces.remove(path.organizationId, path.siteId, path.siteSpaceId)),
      updateSiteSpaceById: ({ params: path, payload }) =>
        siteSpaces.update(path.organizationId, path.siteId, path.siteSpaceId, payload),
      moveSiteSpace: ({ params: path, payload }) =>
        siteSpaces.move(path.organizationId, path.siteId, path.siteSpaceId, payload)
    }
  })
)
