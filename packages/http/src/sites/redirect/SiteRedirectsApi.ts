import { Input, OrganizationId, SiteId, SiteRedirect, SiteRedirectInput, SiteRedirectView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
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
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List redirects")
      .annotate(OpenApi.Description, "Returns the redirects of a site.")
  )
  .add(
    HttpApiEndpoint.post("createSiteRedirect", all, {
      params: site,
      payload: SiteRedirectInput.Create,
      success: SiteRedirectView.SiteRedirectView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a redirect")
      .annotate(OpenApi.Description, "Redirects a path of the site to a section, site space or page.")
  )
  .add(
    HttpApiEndpoint.put("bulkUpsertSiteRedirects", all, {
      params: site,
      payload: SiteRedirectInput.Upsert,
      success: SiteRedirectView.SiteRedirectsView,
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create or update redirects")
      .annotate(OpenApi.Description, "Sets the destinations of several paths, all of them or none.")
  )
  .add(
    HttpApiEndpoint.get("getSiteRedirectById", one, {
      params: redirect,
      success: SiteRedirectView.SiteRedirectView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a redirect")
      .annotate(OpenApi.Description, "Returns one redirect of a site.")
  )
  .add(
    HttpApiEndpoint.patch("updateSiteRedirectById", one, {
      params: redirect,
      payload: SiteRedirectInput.Patch,
      success: SiteRedirectView.SiteRedirectView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a redirect")
      .annotate(OpenApi.Description, "Changes the source or the destination.")
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteRedirectById", one, {
      params: redirect,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a redirect")
      .annotate(OpenApi.Description, "Removes the redirect; its path is not found afterwards.")
  )
  .add(
    HttpApiEndpoint.get("getSiteRedirectBySource", "/orgs/:organizationId/sites/:siteId/redirect", {
      params: site,
      query: Schema.Struct(
        Input.describeFields(
          { source: Schema.String, shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link, which opens the site to its holder.", source: "Path to look up." }
        )
      ),
      success: SiteRedirectView.FoundSiteRedirectView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Find a redirect by path")
      .annotate(OpenApi.Description, "Finds the redirect of a path in any spelling and the address that it leads to.")
      .annotate(OpenToReaders, true)
  )
  .annotate(OpenApi.Title, "Redirects")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
