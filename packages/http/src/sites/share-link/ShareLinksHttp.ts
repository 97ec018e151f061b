import { ShareLinks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "shareLinks", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const links = yield* ShareLinks.ShareLinks
      return handlers
        .handle(
          "listSiteShareLinks",
          answering(({ params: path, query }) => onWire(links.list(path.organizationId, path.siteId, query)))
        )
        .handle(
          "createSiteShareLink",
          answering(({ params: path, payload }) =>
            withOwnLocation(onWire(links.create(path.organizationId, path.siteId, payload)))
          )
        )
        .handle(
          "getSiteShareLinkById",
          answering(({ params: path }) => onWire(links.get(path.organizationId, path.siteId, path.shareLinkId)))
        )
        .handle(
          "updateSiteShareLinkById",
          answering(({ params: path, payload }) =>
            onWire(links.update(path.organizationId, path.siteId, path.shareLinkId, payload))
          )
        )
        .handle(
          "deleteSiteShareLinkById",
          answering(({ params: path }) =>
            respondRemoved(onWire(links.remove(path.organizationId, path.siteId, path.shareLinkId)))
          )
        )
    })
  )
)
