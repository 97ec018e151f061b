import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { MergeSettings, OrganizationId, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"

const space = Schema.Struct({ spaceId: SpaceId.SpaceId })
const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** What must be true before a change request may be merged. */
export class MergeRulesApi extends HttpApiGroup.make("mergeRules", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSpaceMergeRules", "/spaces/:spaceId/merge-rules")
      .annotate(OpenApi.Summary, "Get the merge rules of a space")
      .setPath(space)
      .addSuccess(MergeSettings.SpaceMergeRulesView)
  )
  .add(
    HttpApiEndpoint.put("putSpaceMergeRules", "/spaces/:spaceId/merge-rules")
      .annotate(OpenApi.Summary, "Replace the merge rules of a space")
      .setPath(space)
      .setPayload(MergeSettings.SpaceMergeRulesPut)
      .addSuccess(MergeSettings.SpaceMergeRulesView)
  )
  .add(
    HttpApiEndpoint.get("getOrganizationMergeRules", "/orgs/:organizationId/merge-rules")
      .annotate(OpenApi.Summary, "Get the merge rules that the spaces of an organization inherit")
      .setPath(organization)
      .addSuccess(MergeSettings.OrganizationMergeRulesView)
  )
  .add(
    HttpApiEndpoint.put("putOrganizationMergeRules", "/orgs/:organizationId/merge-rules")
      .annotate(OpenApi.Summary, "Replace the merge rules that the spaces of an organization inherit")
      .setPath(organization)
      .setPayload(MergeSettings.OrganizationMergeRulesPut)
      .addSuccess(MergeSettings.OrganizationMergeRulesView)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Merge rules")
  .middleware(Authentication)
  .prefix("/v1") {}
