import { MergeRuleSettings } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "mergeRules", (handlers) =>
  capturing(
    Effect.map(MergeRuleSettings.MergeRuleSettings, (settings) =>
      handlers
        .handle(
          "getSpaceMergeRules",
          answering(({ params: path }) => onWire(settings.getOfSpace(path.spaceId)))
        )
        .handle(
          "putSpaceMergeRules",
          answering(({ params: path, payload }) => onWire(settings.putOfSpace(path.spaceId, payload)))
        )
        .handle(
          "getOrganizationMergeRules",
          answering(({ params: path }) => onWire(settings.getOfOrganization(path.organizationId)))
        )
        .handle(
          "putOrganizationMergeRules",
          answering(({ params: path, payload }) => onWire(settings.putOfOrganization(path.organizationId, payload)))
        )
    )
  )
)
