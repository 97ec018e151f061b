import { Customizations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "customizations", (handlers) =>
  capturing(
    Effect.map(Customizations.Customizations, (settings) =>
      handlers
        .handle(
          "getSiteCustomizationById",
          answering(({ params: path }) => onWire(settings.get(path.organizationId, path.siteId)))
        )
        .handle(
          "updateSiteCustomizationById",
          answering(({ params: path, payload }) => onWire(settings.put(path.organizationId, path.siteId, payload)))
        )
        .handle(
          "getSiteSpaceCustomizationById",
          answering(({ params: path }) =>
            onWire(settings.getOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId))
          )
        )
        .handle(
          "overrideSiteSpaceCustomizationById",
          answering(({ params: path, payload }) =>
            onWire(settings.patchOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId, payload))
          )
        )
        .handle(
          "deleteSiteSpaceCustomizationById",
          answering(({ params: path }) =>
            respondRemoved(onWire(settings.removeOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId)))
          )
        )
    )
  )
)
