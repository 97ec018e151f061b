import { SiteArrangement } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "siteStructure", (handlers) =>
  capturing(
    Effect.map(SiteArrangement.SiteArrangement, (arrangement) =>
      handlers
        .handle(
          "getSiteStructure",
          answering(({ params: path }) => onWire(arrangement.get(path.organizationId, path.siteId)))
        )
        .handle(
          "sortSiteStructure",
          answering(({ params: path, payload }) => onWire(arrangement.sort(path.organizationId, path.siteId, payload)))
        )
    )
  )
)
