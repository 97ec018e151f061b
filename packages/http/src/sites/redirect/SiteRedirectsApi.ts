import { OrganizationId, SiteId, SiteRedirect, SiteRedirectInput, SiteRedirectView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Conflict, Forbidden, NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const redirect = Schema.Struct({ ...site.fields, siteRedirectId: SiteRedirect.SiteRedirectId })

const all = "/orgs/:organizationId/sites/:siteId/redirects"
const one = "/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId"

/** Paths of sites that lead elsewhere in them. */
export class SiteRedirectsApi extends HttpApiGroup.make("siteRedirects", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSiteRedirects", all, {
      params: site,
      query: Paging.UrlParams,
      success: Paging.of(SiteRedirectView.SiteRedirectView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the redirects of a site")
  )
  .add(
    HttpApiEndpoint.post("createSiteRedirect", all, {
      params: site,
      payload: SiteRedirectInput.Create,
      success: SiteRedirectView.SiteRedirectView.pipe(HttpApiSchema.status(201)),
      error: [Conflict, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create a redirect")
  )
  .add(
    HttpApiEndpoint.put("bulkUpsertSiteRedirects", all, {
      params: site,
      payload: SiteRedirectInput.Upsert,
      success: SiteRedirectView.SiteRedirectsView,
      error: [UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create several redirects, or give others to paths that have one; all or none")
  )
  .add(
    HttpApiEndpoint.get("getSiteRedirectById", one, {
      params: redirect,
      success: SiteRedirectView.SiteRedirectView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a redirect")
  )
  .add(
    HttpApiEndpoint.patch("updateSiteRedirectById", one, {
      params: redirect,
      payload: SiteRedirectInput.Patch,
      success: SiteRedirectView.SiteRedirectView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Update a redirect")
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteRedirectById", one, {
      params: redirect,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Delete a redirect")
  )
  .add(
    HttpApiEndpoint.get("getSiteRedirectBySource", "/orgs/:organizationId/sites/:siteId/redirect", {
      params: site,
      query: Schema.Struct({ source: Schema.String, shareKey: Schema.optionalKey(Schema.String) }),
      success: SiteRedirectView.FoundSiteRedirectView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Find the redirect of a path, in any spelling, and the address that it leads to")
      .annotate(OpenToReaders, true)
  )
  .annotate(OpenApi.Title, "Redirects")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
