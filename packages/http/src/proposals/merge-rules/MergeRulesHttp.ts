import { MergeRuleSettings } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "mergeRules",
  Effect.map(MergeRuleSettings.MergeRuleSettings, (settings) => ({
    getSpaceMergeRules: ({ params: path }) => settings.getOfSpace(path.spaceId),
    putSpaceMergeRules: ({ params: path, payload }) => settings.putOfSpace(path.spaceId, payload),
    getOrganizationMergeRules: ({ params: path }) => settings.getOfOrganization(path.organizationId),
    putOrganizationMergeRules: ({ params: path, payload }) => settings.putOfOrganization(path.organizationId, payload)
  }))
)
