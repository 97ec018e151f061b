import { PublishingAuths } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "publishingAuth", (handlers) =>
  capturing(
    Effect.map(PublishingAuths.PublishingAuths, (auths) =>
      handlers
        .handle(
          "getSitePublishingAuthById",
          answering(({ params: path }) => onWire(auths.get(path.organizationId, path.siteId)))
        )
        .handle(
          "updateSitePublishingAuthById",
          answering(({ params: path, payload }) => onWire(auths.update(path.organizationId, path.siteId, payload)))
        )
        .handle(
          "regenerateSitePublishingAuthById",
          answering(({ params: path }) => onWire(auths.regenerate(path.organizationId, path.siteId)))
        )
    )
  )
)
