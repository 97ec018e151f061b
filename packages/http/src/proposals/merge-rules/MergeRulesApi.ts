import { MergeRuleSettings, MergeSettings, OrganizationId, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

const space = Schema.Struct({ spaceId: SpaceId })
const organization = Schema.Struct({ organizationId: OrganizationId })

/** The conditions for merging a change request. */
export class MergeRulesApi extends Group.make(
  "mergeRules",
  "Merge rules",
  Endpoint.get("getSpaceMergeRules", "/spaces/:spaceId/merge-rules", {
    summary: "Get merge rules of a space",
    description: "Returns the rules of the space and those that apply.",
    permission: Permission.refusing("content:create"),
    params: space,
    success: MergeSettings.SpaceMergeRulesView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("putSpaceMergeRules", "/spaces/:spaceId/merge-rules", {
    summary: "Set merge rules of a space",
    description: "Replaces the rules of the space.",
    permission: Permission.refusing("content:create"),
    params: space,
    payload: MergeSettings.SpaceMergeRulesPut,
    success: MergeSettings.SpaceMergeRulesView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getOrganizationMergeRules", "/orgs/:organizationId/merge-rules", {
    summary: "Get merge rules",
    description: "Returns the rules that spaces of the organization inherit.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    success: MergeSettings.OrganizationMergeRulesView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("putOrganizationMergeRules", "/orgs/:organizationId/merge-rules", {
    summary: "Set merge rules",
    description: "Replaces the rules that spaces of the organization inherit.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    payload: MergeSettings.OrganizationMergeRulesPut,
    success: MergeSettings.OrganizationMergeRulesView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(MergeRuleSettings.MergeRuleSettings, (settings) => ({
      getSpaceMergeRules: ({ params: path }) => settings.getOfSpace(path.spaceId),
      putSpaceMergeRules: ({ params: path, payload }) => settings.putOfSpace(path.spaceId, payload),
      getOrganizationMergeRules: ({ params: path }) => settings.getOfOrganization(path.organizationId),
      putOrganizationMergeRules: ({ params: path, payload }) => settings.putOfOrganization(path.organizationId, payload)
    }))
  )
}
