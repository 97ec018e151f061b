import { PublishedProfiles, SiteArrangement } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(Api, "siteStructure", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const arrangement = yield* SiteArrangement.SiteArrangement
      const profiles = yield* PublishedProfiles.PublishedProfiles
      return handlers
        .handle(
          "getSiteStructure",
          answering(({ params: { organizationId, siteId }, query: { shareKey } }) => {
            const own = Effect.catchTag(arrangement.get(organizationId, siteId), "SiteNotFound", () =>
              profiles.sharedStructure(organizationId, siteId)
            )
            const read = chosen(own, (reading) => profiles.structure(reading, organizationId, siteId))
            return onWire(profiles.withShareKey(shareKey, read))
          })
        )
        .handle(
          "sortSiteStructure",
          answering(({ params: path, payload }) => onWire(arrangement.sort(path.organizationId, path.siteId, payload)))
        )
    })
  )
)
