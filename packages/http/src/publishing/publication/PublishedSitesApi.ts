import { Input, OrganizationId, PublishedSiteView, SiteId, SitePreviews } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"

/** Sites as reader applications draw them. */
export class PublishedSitesApi extends HttpApiGroup.make("publishedSites", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getPublishedContentSite", "/orgs/:organizationId/sites/:siteId/published", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }),
      query: Schema.Struct(
        Input.describeFields(
          { shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link, which opens the site to its holder." }
        )
      ),
      success: PublishedSiteView.PublishedSiteView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a published site")
      .annotate(OpenApi.Description, "Returns a site with its structure, settings and scripts, as its readers see it.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("getSitePublishingPreviewById", "/orgs/:organizationId/sites/:siteId/publishing/preview", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }),
      query: SitePreviews.PreviewRequest,
      success: SitePreviews.PreviewView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Preview a site")
      .annotate(
        OpenApi.Description,
        "Returns an address, valid for an hour, that shows the site as a visitor with the given claims sees it."
      )
  )
  .annotate(OpenApi.Title, "Published sites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
