import { HttpApiBuilder } from "@effect/platform"
import { MergeRuleSettings } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "mergeRules", (handlers) =>
  Effect.map(MergeRuleSettings.MergeRuleSettings, (settings) =>
    handlers
      .handle("getSpaceMergeRules", ({ path }) => onWire(settings.getOfSpace(path.spaceId)))
      .handle("putSpaceMergeRules", ({ path, payload }) => onWire(settings.putOfSpace(path.spaceId, payload)))
      .handle("getOrganizationMergeRules", ({ path }) => onWire(settings.getOfOrganization(path.organizationId)))
      .handle("putOrganizationMergeRules", ({ path, payload }) =>
        onWire(settings.putOfOrganization(path.organizationId, payload))
      )
  )
)
