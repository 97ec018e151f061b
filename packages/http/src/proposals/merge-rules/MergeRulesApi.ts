import { MergeSettings, OrganizationId, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const space = Schema.Struct({ spaceId: SpaceId.SpaceId })
const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** The conditions for merging a change request. */
export class MergeRulesApi extends HttpApiGroup.make("mergeRules", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSpaceMergeRules", "/spaces/:spaceId/merge-rules", {
      params: space,
      success: MergeSettings.SpaceMergeRulesView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get merge rules of a space")
      .annotate(OpenApi.Description, "Returns the rules of the space and those that apply.")
  )
  .add(
    HttpApiEndpoint.put("putSpaceMergeRules", "/spaces/:spaceId/merge-rules", {
      params: space,
      payload: MergeSettings.SpaceMergeRulesPut,
      success: MergeSettings.SpaceMergeRulesView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Set merge rules of a space")
      .annotate(OpenApi.Description, "Replaces the rules of the space.")
  )
  .add(
    HttpApiEndpoint.get("getOrganizationMergeRules", "/orgs/:organizationId/merge-rules", {
      params: organization,
      success: MergeSettings.OrganizationMergeRulesView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get merge rules")
      .annotate(OpenApi.Description, "Returns the rules that spaces of the organization inherit.")
  )
  .add(
    HttpApiEndpoint.put("putOrganizationMergeRules", "/orgs/:organizationId/merge-rules", {
      params: organization,
      payload: MergeSettings.OrganizationMergeRulesPut,
      success: MergeSettings.OrganizationMergeRulesView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Set merge rules")
      .annotate(OpenApi.Description, "Replaces the rules that spaces of the organization inherit.")
  )
  .annotate(OpenApi.Title, "Merge rules")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
