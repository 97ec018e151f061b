import { PublishedProfiles, SiteSections } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(
  Api,
  "siteSections",
  Effect.gen(function* () {
    const sections = yield* SiteSections.SiteSections
    const profiles = yield* PublishedProfiles.PublishedProfiles
    return {
      listSiteSections: ({ params: { organizationId, siteId }, query }) => {
        const own = Effect.catchTag(sections.list(organizationId, siteId, query), "SiteNotFound", () =>
          profiles.sharedSections(organizationId, siteId, query)
        )
        const read = chosen(own, (reading) => profiles.sections(reading, organizationId, siteId, query))
        return profiles.withShareKey(query.shareKey, read)
      },
      addSectionToSite: ({ params: path, payload }) =>
        withOwnLocation(sections.create(path.organizationId, path.siteId, payload)),
      getSiteSectionById: ({ params: { organizationId, siteId, siteSectionId }, query: { shareKey } }) => {
        const own = Effect.catchTag(sections.get(organizationId, siteId, siteSectionId), "SiteNotFound", () =>
          profiles.sharedSection(organizationId, siteId, siteSectionId)
        )
        const read = chosen(own, (reading) => profiles.section(reading, organizationId, siteId, siteSectionId))
        return profiles.withShareKey(shareKey, read)
      },
      deleteSiteSectionById: ({ params: path }) =>
        respondRemoved(sections.remove(path.organizationId, path.siteId, path.siteSectionId)),
      updateSiteSectionById: ({ params: path, payload }) =>
        sections.update(path.organizationId, path.siteId, path.siteSectionId, payload),
      moveSiteSection: ({ params: path, payload }) =>
        sections.move(path.organizationId, path.siteId, path.siteSectionId, payload)
    }
  })
)
