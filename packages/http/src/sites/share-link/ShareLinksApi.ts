import { OrganizationId, ShareLink, ShareLinks, SiteId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })
const link = Schema.Struct({ ...site.fields, shareLinkId: ShareLink.ShareLinkId })

const all = "/orgs/:organizationId/sites/:siteId/share-links"
const one = "/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId"

/** Share links of sites. */
export class ShareLinksApi extends Group.make(
  "shareLinks",
  "Share links",
  Endpoint.get("listSiteShareLinks", all, {
    summary: "List share links",
    description: "Administrators see the addresses of the links.",
    permission: Permission.hiding("content:view"),
    params: site,
    query: Paging.UrlParams,
    success: Paging.of(ShareLink.ShareLinkView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createSiteShareLink", all, {
    summary: "Create a share link",
    description: "Creates a URL that gives everyone who has it access to the site.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: ShareLink.Create,
    success: ShareLink.ShareLinkView.pipe(HttpApiSchema.status(201)),
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSiteShareLinkById", one, {
    summary: "Get a share link",
    description: "Administrators see the address of the link.",
    permission: Permission.hiding("content:view"),
    params: link,
    success: ShareLink.ShareLinkView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSiteShareLinkById", one, {
    summary: "Update a share link",
    description: "Renames, enables or disables the link.",
    permission: Permission.refusing("organization:admin"),
    params: link,
    payload: ShareLink.Patch,
    success: ShareLink.ShareLinkView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteSiteShareLinkById", one, {
    summary: "Delete a share link",
    description: "The link permanently stops giving access to the site.",
    permission: Permission.refusing("organization:admin"),
    params: link,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const links = yield* ShareLinks.ShareLinks
      return {
        listSiteShareLinks: ({ params: path, query }) => links.list(path.organizationId, path.siteId, query),
        createSiteShareLink: ({ params: path, payload }) =>
          withOwnLocation(links.create(path.organizationId, path.siteId, payload)),
        getSiteShareLinkById: ({ params: path }) => links.get(path.organizationId, path.siteId, path.shareLinkId),
        updateSiteShareLinkById: ({ params: path, payload }) =>
          links.update(path.organizationId, path.siteId, path.shareLinkId, payload),
        deleteSiteShareLinkById: ({ params: path }) =>
          respondRemoved(links.remove(path.organizationId, path.siteId, path.shareLinkId))
      }
    })
  )
}
