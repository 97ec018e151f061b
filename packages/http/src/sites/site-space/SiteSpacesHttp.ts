import { PublishedProfiles, SiteSpaces } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(Api, "siteSpaces", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces.SiteSpaces
      const profiles = yield* PublishedProfiles.PublishedProfiles
      return handlers
        .handle(
          "listSiteSpaces",
          answering(({ params: { organizationId, siteId }, query }) => {
            const own = Effect.catchTag(siteSpaces.list(organizationId, siteId, query), "SiteNotFound", () =>
              profiles.sharedSiteSpaces(organizationId, siteId, query)
            )
            const read = chosen(own, (reading) => profiles.siteSpaces(reading, organizationId, siteId, query))
            return onWire(profiles.withShareKey(query.shareKey, read))
          })
        )
        .handle(
          "addSpaceToSite",
          answering(({ params: path, payload }) =>
            withOwnLocation(onWire(siteSpaces.create(path.organizationId, path.siteId, payload)))
          )
        )
        .handle(
          "getSiteSpaceById",
          answering(({ params: { organizationId, siteId, siteSpaceId }, query: { shareKey } }) => {
            const own = Effect.catchTag(siteSpaces.get(organizationId, siteId, siteSpaceId), "SiteNotFound", () =>
              profiles.sharedSiteSpace(organizationId, siteId, siteSpaceId)
            )
            const read = chosen(own, (reading) => profiles.siteSpace(reading, organizationId, siteId, siteSpaceId))
            return onWire(profiles.withShareKey(shareKey, read))
          })
        )
        .handle(
          "deleteSiteSpaceById",
          answering(({ params: path }) =>
            respondRemoved(onWire(siteSpaces.remove(path.organizationId, path.siteId, path.siteSpaceId)))
          )
        )
        .handle(
          "updateSiteSpaceById",
          answering(({ params: path, payload }) =>
            onWire(siteSpaces.update(path.organizationId, path.siteId, path.siteSpaceId, payload))
          )
        )
        .handle(
          "moveSiteSpace",
          answering(({ params: path, payload }) =>
            onWire(siteSpaces.move(path.organizationId, path.siteId, path.siteSpaceId, payload))
          )
        )
    })
  )
)
