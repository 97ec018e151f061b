import { PublishedProfiles, SiteSections } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(Api, "siteSections", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const sections = yield* SiteSections.SiteSections
      const profiles = yield* PublishedProfiles.PublishedProfiles
      return handlers
        .handle(
          "listSiteSections",
          answering(({ params: { organizationId, siteId }, query }) => {
            const own = Effect.catchTag(sections.list(organizationId, siteId, query), "SiteNotFound", () =>
              profiles.sharedSections(organizationId, siteId, query)
            )
            const read = chosen(own, (reading) => profiles.sections(reading, organizationId, siteId, query))
            return onWire(profiles.withShareKey(query.shareKey, read))
          })
        )
        .handle(
          "addSectionToSite",
          answering(({ params: path, payload }) =>
            withOwnLocation(onWire(sections.create(path.organizationId, path.siteId, payload)))
          )
        )
        .handle(
          "getSiteSectionById",
          answering(({ params: { organizationId, siteId, siteSectionId }, query: { shareKey } }) => {
            const own = Effect.catchTag(sections.get(organizationId, siteId, siteSectionId), "SiteNotFound", () =>
              profiles.sharedSection(organizationId, siteId, siteSectionId)
            )
            const read = chosen(own, (reading) => profiles.section(reading, organizationId, siteId, siteSectionId))
            return onWire(profiles.withShareKey(shareKey, read))
          })
        )
        .handle(
          "deleteSiteSectionById",
          answering(({ params: path }) =>
            respondRemoved(onWire(sections.remove(path.organizationId, path.siteId, path.siteSectionId)))
          )
        )
        .handle(
          "updateSiteSectionById",
          answering(({ params: path, payload }) =>
            onWire(sections.update(path.organizationId, path.siteId, path.siteSectionId, payload))
          )
        )
        .handle(
          "moveSiteSection",
          answering(({ params: path, payload }) =>
            onWire(sections.move(path.organizationId, path.siteId, path.siteSectionId, payload))
          )
        )
    })
  )
)
