import { SiteScripts } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "siteScripts", (handlers) =>
  capturing(
    Effect.map(SiteScripts.SiteScripts, (scripts) =>
      handlers
        .handle(
          "getSiteScripts",
          answering(({ params: path }) => onWire(scripts.get(path.organizationId, path.siteId)))
        )
        .handle(
          "updateSiteScripts",
          answering(({ params: path, payload }) => onWire(scripts.put(path.organizationId, path.siteId, payload)))
        )
    )
  )
)
