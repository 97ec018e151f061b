import { AdaptiveSchema, AdaptiveSchemaView, Input, OrganizationId, SiteId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })

/** Schemas of the claims of site visitors. */
export class AdaptiveSchemasApi extends HttpApiGroup.make("adaptiveSchemas", { topLevel: true })
  .add(
    Endpoint.get("getSiteAdaptiveSchema", "/orgs/:organizationId/sites/:siteId/adaptive-schema", {
      summary: "Get the adaptive schema",
      description: "Returns the JSON Schema of visitor claims.",
      permission: Permission.hiding("content:view"),
      scope: "site:adaptive:read",
      params: site,
      success: AdaptiveSchemaView.AdaptiveSchemaView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.put("updateSiteAdaptiveSchema", "/orgs/:organizationId/sites/:siteId/adaptive-schema", {
      summary: "Replace the adaptive schema",
      description: "Sets the JSON Schema of visitor claims.",
      permission: Permission.refusing("organization:admin"),
      scope: "site:adaptive:write",
      params: site,
      payload: AdaptiveSchema.Update,
      success: AdaptiveSchemaView.AdaptiveSchemaView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.get(
      "listSiteAdaptiveTemplateConditions",
      "/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions",
      {
        summary: "List suggested conditions",
        description: "Returns conditions that can be built from the adaptive schema.",
        permission: Permission.hiding("content:view"),
        scope: "site:adaptive:read",
        params: site,
        success: Schema.Struct(
          Input.describeFields(
            { items: Schema.Array(AdaptiveSchemaView.TemplateConditionView) },
            { items: "Conditions to choose from." }
          )
        ),
        error: [Errors.Forbidden, NotFound]
      }
    )
  )
  .annotate(OpenApi.Title, "Adaptive schemas")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
