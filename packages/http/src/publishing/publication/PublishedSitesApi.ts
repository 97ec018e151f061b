import { OrganizationId, PublishedSiteView, SiteId, SitePreviews } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Conflict, Forbidden, NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"

/** Sites as reader applications draw them. */
export class PublishedSitesApi extends HttpApiGroup.make("publishedSites", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getPublishedContentSite", "/orgs/:organizationId/sites/:siteId/published", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }),
      query: Schema.Struct({ shareKey: Schema.optionalKey(Schema.String) }),
      success: PublishedSiteView.PublishedSiteView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a site with its structure and settings")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("getSitePublishingPreviewById", "/orgs/:organizationId/sites/:siteId/publishing/preview", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }),
      query: SitePreviews.PreviewRequest,
      success: SitePreviews.PreviewView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(
      OpenApi.Summary,
      "Get an address at which a site, or a change request in it, shows as a reader with claims would see it, for an hour"
    )
  )
  .annotate(OpenApi.Title, "Published sites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
