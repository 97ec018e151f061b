import { AdaptiveSchemas } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "adaptiveSchemas", (handlers) =>
  capturing(
    Effect.map(AdaptiveSchemas.AdaptiveSchemas, (schemas) =>
      handlers
        .handle(
          "getSiteAdaptiveSchema",
          answering(({ params: path }) => onWire(schemas.get(path.organizationId, path.siteId)))
        )
        .handle(
          "updateSiteAdaptiveSchema",
          answering(({ params: path, payload }) => onWire(schemas.update(path.organizationId, path.siteId, payload)))
        )
        .handle(
          "listSiteAdaptiveTemplateConditions",
          answering(({ params: path }) => onWire(schemas.listTemplates(path.organizationId, path.siteId)))
        )
    )
  )
)
