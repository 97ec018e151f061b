import { Input, OrganizationId, PublishedSiteView, SiteId, SitePreviews } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

/** Sites as rendered by reader applications. */
export class PublishedSitesApi extends HttpApiGroup.make("publishedSites", { topLevel: true })
  .add(
    Endpoint.get("getPublishedContentSite", "/orgs/:organizationId/sites/:siteId/published", {
      summary: "Get a published site",
      description: "Returns a site with its structure, settings and scripts, as its readers see it.",
      permission: Permission.hiding("content:view"),
      scope: "site:metadata:read",
      readers: true,
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }),
      query: Schema.Struct(
        Input.describeFields(
          { shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link that gives access to the site." }
        )
      ),
      success: PublishedSiteView.PublishedSiteView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.get("getSitePublishingPreviewById", "/orgs/:organizationId/sites/:siteId/publishing/preview", {
      summary: "Preview a site",
      description:
        "Returns an address, valid for an hour, that shows the site as a visitor with the given claims sees it.",
      permission: Permission.hiding("content:view"),
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }),
      query: SitePreviews.PreviewRequest,
      success: SitePreviews.PreviewView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Published sites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
