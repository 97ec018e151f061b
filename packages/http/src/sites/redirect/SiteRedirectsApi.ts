import { Addresses, Input, OrganizationId, PublishedProfiles, SiteId, SiteRedirect, SiteRedirects } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { reading, readShared, shareKey } from "../share-link/SharedReading.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })
const redirect = Schema.Struct({ ...site.fields, siteRedirectId: SiteRedirect.SiteRedirectId })

const all = "/orgs/:organizationId/sites/:siteId/redirects"
const one = "/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId"

/** Redirects within sites. */
export class SiteRedirectsApi extends Group.make(
  "siteRedirects",
  "Redirects",
  Endpoint.get("listSiteRedirects", all, {
    summary: "List redirects",
    description: "Returns the redirects of a site.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    params: site,
    query: Paging.UrlParams,
    success: Paging.of(SiteRedirect.SiteRedirectView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createSiteRedirect", all, {
    summary: "Create a redirect",
    description: "Redirects a path of the site to a section, site space or page.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: SiteRedirect.Create,
    success: SiteRedirect.SiteRedirectView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.put("bulkUpsertSiteRedirects", all, {
    summary: "Create or update redirects",
    description: "Sets the destinations of several paths atomically.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: SiteRedirect.Upsert,
    success: SiteRedirect.SiteRedirectsView,
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSiteRedirectById", one, {
    summary: "Get a redirect",
    description: "Returns one redirect of a site.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    params: redirect,
    success: SiteRedirect.SiteRedirectView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSiteRedirectById", one, {
    summary: "Update a redirect",
    description: "Changes the source or the destination.",
    permission: Permission.refusing("organization:admin"),
    params: redirect,
    payload: SiteRedirect.Patch,
    success: SiteRedirect.SiteRedirectView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteSiteRedirectById", one, {
    summary: "Delete a redirect",
    description: "Removes the redirect; its path is not found afterwards.",
    permission: Permission.refusing("organization:admin"),
    params: redirect,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSiteRedirectBySource", "/orgs/:organizationId/sites/:siteId/redirect", {
    summary: "Find a redirect by path",
    description: "Finds the redirect of a path in any spelling and the address that it leads to.",
    ...reading,
    params: site,
    query: Schema.Struct(Input.describeFields({ source: Schema.String, ...shareKey }, { source: "Path to look up." })),
    success: SiteRedirect.FoundSiteRedirectView
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const { base } = yield* Addresses.Addresses
      const redirects = yield* SiteRedirects.SiteRedirects
      const profiles = yield* PublishedProfiles.PublishedProfiles
      const find = (yield* readShared)(redirects.find, profiles.sharedRedirect, profiles.redirect)
      return {
        listSiteRedirects: ({ params: path, query }) => redirects.list(path.organizationId, path.siteId, query),
        createSiteRedirect: ({ params: path, payload }) =>
          withLocationOf<SiteRedirect.SiteRedirectView>(
            ({ id }) => `${base}/v1/orgs/${path.organizationId}/sites/${path.siteId}/redirects/${id}`
          )(redirects.create(path.organizationId, path.siteId, payload)),
        bulkUpsertSiteRedirects: ({ params: path, payload }) =>
          redirects.upsert(path.organizationId, path.siteId, payload),
        getSiteRedirectById: ({ params: path }) => redirects.get(path.organizationId, path.siteId, path.siteRedirectId),
        updateSiteRedirectById: ({ params: path, payload }) =>
          redirects.update(path.organizationId, path.siteId, path.siteRedirectId, payload),
        deleteSiteRedirectById: ({ params: path }) =>
          respondRemoved(redirects.remove(path.organizationId, path.siteId, path.siteRedirectId)),
        getSiteRedirectBySource: ({ params: path, query }) =>
          find(query.shareKey, path.organizationId, path.siteId, query.source)
      }
    })
  )
}
