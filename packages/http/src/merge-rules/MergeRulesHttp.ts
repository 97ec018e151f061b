import { MergeRuleSettings } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"
import { answering } from "../PlainAnswer.ts"

export const layer = HttpApiBuilder.group(Api, "mergeRules", (handlers) =>
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
