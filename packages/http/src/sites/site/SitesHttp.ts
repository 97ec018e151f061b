import { Sites } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "sites", (handlers) =>
  capturing(
    Effect.map(Sites.Sites, (sites) =>
      handlers
        .handle(
          "listSites",
          answering(({ params: path, query }) => onWire(sites.list(path.organizationId, query)))
        )
        .handle(
          "createSite",
          answering(({ params: path, payload }) => withOwnLocation(onWire(sites.create(path.organizationId, payload))))
        )
        .handle(
          "getSiteById",
          answering(({ params: path }) => onWire(sites.get(path.organizationId, path.siteId)))
        )
        .handle(
          "deleteSiteById",
          answering(({ params: path }) => respondRemoved(onWire(sites.remove(path.organizationId, path.siteId))))
        )
        .handle(
          "updateSiteById",
          answering(({ params: path, payload }) => onWire(sites.update(path.organizationId, path.siteId, payload)))
        )
        .handle(
          "publishSite",
          answering(({ params: path }) => onWire(sites.publish(path.organizationId, path.siteId)))
        )
        .handle(
          "unpublishSite",
          answering(({ params: path }) => onWire(sites.unpublish(path.organizationId, path.siteId)))
        )
    )
  )
)
