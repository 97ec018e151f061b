import { OrganizationId, PublishedProfiles, PublishedSites, SiteId, SitePreviews } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { reading, readShared, shareKey } from "../share-link/SharedReading.ts"

/** Sites as rendered by reader applications. */
export class PublishedSitesApi extends Group.make(
  "publishedSites",
  "Published sites",
  Endpoint.get("getPublishedContentSite", "/orgs/:organizationId/sites/:siteId/published", {
    summary: "Get a published site",
    description: "Returns a site with its structure, settings and scripts, as its readers see it.",
    ...reading,
    params: Schema.Struct({ organizationId: OrganizationId, siteId: SiteId }),
    query: Schema.Struct(shareKey),
    success: PublishedSites.PublishedSiteView
  }),
  Endpoint.get("getSitePublishingPreviewById", "/orgs/:organizationId/sites/:siteId/publishing/preview", {
    summary: "Preview a site",
    description:
      "Returns an address, valid for an hour, that shows the site as a visitor with the given claims sees it.",
    permission: Permission.hiding("content:view"),
    params: Schema.Struct({ organizationId: OrganizationId, siteId: SiteId }),
    query: SitePreviews.PreviewRequest,
    success: SitePreviews.PreviewView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const sites = yield* PublishedSites.PublishedSites
      const profiles = yield* PublishedProfiles.PublishedProfiles
      const previews = yield* SitePreviews.SitePreviews
      const get = (yield* readShared)(sites.get, profiles.outwardProfile, profiles.profile)
      return {
        getPublishedContentSite: ({ params: path, query }) => get(query.shareKey, path.organizationId, path.siteId),
        getSitePublishingPreviewById: ({ params: path, query }) => previews.get(path.organizationId, path.siteId, query)
      }
    })
  )
}
