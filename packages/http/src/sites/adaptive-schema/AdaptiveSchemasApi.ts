import { AdaptiveSchema, AdaptiveSchemaView, Input, OrganizationId, SiteId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })

/** What the claims of a site's visitors may be. */
export class AdaptiveSchemasApi extends HttpApiGroup.make("adaptiveSchemas", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSiteAdaptiveSchema", "/orgs/:organizationId/sites/:siteId/adaptive-schema", {
      params: site,
      success: AdaptiveSchemaView.AdaptiveSchemaView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the adaptive schema")
      .annotate(OpenApi.Description, "Returns the JSON Schema of the claims that visitors may bring.")
  )
  .add(
    HttpApiEndpoint.put("updateSiteAdaptiveSchema", "/orgs/:organizationId/sites/:siteId/adaptive-schema", {
      params: site,
      payload: AdaptiveSchema.Update,
      success: AdaptiveSchemaView.AdaptiveSchemaView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Replace the adaptive schema")
      .annotate(OpenApi.Description, "Sets the JSON Schema of the claims that visitors may bring.")
  )
  .add(
    HttpApiEndpoint.get(
      "listSiteAdaptiveTemplateConditions",
      "/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions",
      {
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
      .annotate(OpenApi.Summary, "List suggested conditions")
      .annotate(OpenApi.Description, "Returns conditions that can be built from the adaptive schema.")
  )
  .annotate(OpenApi.Title, "Adaptive schemas")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
