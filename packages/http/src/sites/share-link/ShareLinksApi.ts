import { OrganizationId, ShareLink, ShareLinkInput, ShareLinkView, SiteId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const link = Schema.Struct({ ...site.fields, shareLinkId: ShareLink.ShareLinkId })

const all = "/orgs/:organizationId/sites/:siteId/share-links"
const one = "/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId"

/** Links by which sites are read. */
export class ShareLinksApi extends HttpApiGroup.make("shareLinks", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSiteShareLinks", all, {
      params: site,
      query: Paging.UrlParams,
      success: Paging.of(ShareLinkView.ShareLinkView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List share links")
      .annotate(OpenApi.Description, "Administrators see the addresses of the links.")
  )
  .add(
    HttpApiEndpoint.post("createSiteShareLink", all, {
      params: site,
      payload: ShareLinkInput.Create,
      success: ShareLinkView.ShareLinkView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a share link")
      .annotate(OpenApi.Description, "Creates an address that opens the site to everybody who knows it.")
  )
  .add(
    HttpApiEndpoint.get("getSiteShareLinkById", one, {
      params: link,
      success: ShareLinkView.ShareLinkView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a share link")
      .annotate(OpenApi.Description, "Administrators see the address of the link.")
  )
  .add(
    HttpApiEndpoint.patch("updateSiteShareLinkById", one, {
      params: link,
      payload: ShareLinkInput.Patch,
      success: ShareLinkView.ShareLinkView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a share link")
      .annotate(OpenApi.Description, "Renames the link, or decides whether it opens the site.")
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteShareLinkById", one, {
      params: link,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a share link")
      .annotate(OpenApi.Description, "The link never opens the site again.")
  )
  .annotate(OpenApi.Title, "Share links")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
