import { AdaptiveSchema, AdaptiveSchemas, Input, OrganizationId, SiteId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })

/** Schemas of the claims of site visitors. */
export class AdaptiveSchemasApi extends Group.make(
  "adaptiveSchemas",
  "Adaptive schemas",
  Endpoint.get("getSiteAdaptiveSchema", "/orgs/:organizationId/sites/:siteId/adaptive-schema", {
    summary: "Get the adaptive schema",
    description: "Returns the JSON Schema of visitor claims.",
    permission: Permission.hiding("content:view"),
    scope: "site:adaptive:read",
    params: site,
    success: AdaptiveSchema.AdaptiveSchemaView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("updateSiteAdaptiveSchema", "/orgs/:organizationId/sites/:siteId/adaptive-schema", {
    summary: "Replace the adaptive schema",
    description: "Sets the JSON Schema of visitor claims.",
    permission: Permission.refusing("organization:admin"),
    scope: "site:adaptive:write",
    params: site,
    payload: AdaptiveSchema.Update,
    success: AdaptiveSchema.AdaptiveSchemaView,
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
          { items: Schema.Array(AdaptiveSchema.TemplateConditionView) },
          { items: "Conditions to choose from." }
        )
      ),
      error: [Errors.Forbidden, NotFound]
    }
  )
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(AdaptiveSchemas.AdaptiveSchemas, (schemas) => ({
      getSiteAdaptiveSchema: ({ params: path }) => schemas.get(path.organizationId, path.siteId),
      updateSiteAdaptiveSchema: ({ params: path, payload }) =>
        schemas.update(path.organizationId, path.siteId, payload),
      listSiteAdaptiveTemplateConditions: ({ params: path }) => schemas.listTemplates(path.organizationId, path.siteId)
    }))
  )
}
