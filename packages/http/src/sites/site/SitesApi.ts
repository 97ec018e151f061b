import { Input, OrganizationId, Site, SiteId, SiteInput, SiteView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const site = Schema.Struct({ ...organization.fields, siteId: SiteId.SiteId })

/** Sites: what they are called, who may read them, and whether they are published. */
export class SitesApi extends HttpApiGroup.make("sites", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSites", "/orgs/:organizationId/sites", {
      params: organization,
      query: Schema.Struct(
        Input.describeFields(
          {
            ...Paging.UrlParams.fields,
            space: Schema.optionalKey(Schema.String),
            title: Schema.optionalKey(Schema.String),
            published: Paging.OptionalFlag,
            type: Schema.optionalKey(Schema.Array(Site.SiteType))
          },
          {
            space: "Space that the sites must show.",
            title: "Text that the title must contain.",
            published: "Whether the sites must be published.",
            type: "Plans that the sites may have."
          }
        )
      ),
      success: Paging.of(SiteView.SiteView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List sites")
      .annotate(OpenApi.Description, "Returns the sites of an organization that the caller may view.")
  )
  .add(
    HttpApiEndpoint.post("createSite", "/orgs/:organizationId/sites", {
      params: organization,
      payload: SiteInput.SiteCreate,
      success: SiteView.SiteView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a site")
      .annotate(OpenApi.Description, "Shows the spaces that the body names, or a new one.")
  )
  .add(
    HttpApiEndpoint.get("getSiteById", "/orgs/:organizationId/sites/:siteId", {
      params: site,
      success: SiteView.SiteView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a site")
      .annotate(OpenApi.Description, "Returns a site with its settings and addresses.")
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteById", "/orgs/:organizationId/sites/:siteId", {
      params: site,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a site")
      .annotate(OpenApi.Description, "Deletes the site permanently; its spaces stay.")
  )
  .add(
    HttpApiEndpoint.patch("updateSiteById", "/orgs/:organizationId/sites/:siteId", {
      params: site,
      payload: SiteInput.SitePatch,
      success: SiteView.SiteView,
      error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a site")
      .annotate(OpenApi.Description, "Changes the fields that the body names and keeps all others.")
  )
  .add(
    HttpApiEndpoint.post("publishSite", "/orgs/:organizationId/sites/:siteId/publish", {
      params: site,
      success: SiteView.SiteView,
      error: [PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Publish a site")
      .annotate(OpenApi.Description, "Makes the site available to its readers.")
  )
  .add(
    HttpApiEndpoint.post("unpublishSite", "/orgs/:organizationId/sites/:siteId/unpublish", {
      params: site,
      success: SiteView.SiteView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Unpublish a site")
      .annotate(OpenApi.Description, "Takes the site offline; its settings stay.")
  )
  .annotate(OpenApi.Title, "Sites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
