import { MergeRuleSettings } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "mergeRules", (handlers) =>
  capturing(
    Effect.map(MergeRuleSettings.MergeRuleSettings, (settings) =>
      handlers
        .handle("getSpaceMergeRules", ({ params: path }) => onWire(settings.getOfSpace(path.spaceId)))
        .handle("putSpaceMergeRules", ({ params: path, payload }) => onWire(settings.putOfSpace(path.spaceId, payload)))
        .handle("getOrganizationMergeRules", ({ params: path }) =>
          onWire(settings.getOfOrganization(path.organizationId))
        )
        .handle("putOrganizationMergeRules", ({ params: path, payload }) =>
          onWire(settings.putOfOrganization(path.organizationId, payload))
        )
    )
  )
)
