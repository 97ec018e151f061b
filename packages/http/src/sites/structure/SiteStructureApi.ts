import { Input, OrganizationId, SiteId, SiteSortInput, SiteStructureView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })

/** The structure of a site. */
export class SiteStructureApi extends HttpApiGroup.make("siteStructure", { topLevel: true })
  .add(
    Endpoint.get("getSiteStructure", "/orgs/:organizationId/sites/:siteId/structure", {
      summary: "Get the site structure",
      description: "Returns the sections and groups of a site, or its spaces where it has no sections.",
      permission: Permission.hiding("content:view"),
      scope: "site:metadata:read",
      readers: true,
      params: site,
      query: Schema.Struct(
        Input.describeFields(
          { shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link that gives access to the site." }
        )
      ),
      success: SiteStructureView.SiteStructureView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.patch("sortSiteStructure", "/orgs/:organizationId/sites/:siteId/structure/sort", {
      summary: "Move an item of a site",
      description: "Moves a site space, section or group of a site.",
      permission: Permission.refusing("organization:admin"),
      params: site,
      payload: SiteSortInput.SiteSort,
      success: SiteStructureView.SiteItemView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Site structure")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
