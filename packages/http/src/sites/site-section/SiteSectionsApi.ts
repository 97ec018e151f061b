import { Input, OrganizationId, SiteId, SiteSectionId, SiteSectionInput, SiteSectionView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const section = Schema.Struct({ ...site.fields, siteSectionId: SiteSectionId.SiteSectionId })

/** Sections of sites. */
export class SiteSectionsApi extends HttpApiGroup.make("siteSections", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSiteSections", "/orgs/:organizationId/sites/:siteId/sections", {
      params: site,
      query: Schema.Struct(
        Input.describeFields(
          { ...Paging.UrlParams.fields, shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link, which opens the site to its holder." }
        )
      ),
      success: Paging.of(SiteSectionView.SiteSectionView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List site sections")
      .annotate(OpenApi.Description, "Returns the sections of a site in the order of its navigation.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("addSectionToSite", "/orgs/:organizationId/sites/:siteId/sections", {
      params: site,
      payload: SiteSectionInput.SiteSectionCreate,
      success: SiteSectionView.SiteSectionView.pipe(HttpApiSchema.status(201)),
      error: [PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Add a site section")
      .annotate(OpenApi.Description, "Adds a section that shows one space.")
  )
  .add(
    HttpApiEndpoint.get("getSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      params: section,
      query: Schema.Struct(
        Input.describeFields(
          { shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link, which opens the site to its holder." }
        )
      ),
      success: SiteSectionView.SiteSectionView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a section")
      .annotate(OpenApi.Description, "Returns a section with the site spaces that the caller may see.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      params: section,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove a site section")
      .annotate(OpenApi.Description, "Takes the section off the site; its spaces stay as they are.")
  )
  .add(
    HttpApiEndpoint.patch("updateSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      params: section,
      payload: SiteSectionInput.SiteSectionPatch,
      success: SiteSectionView.SiteSectionView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a site section")
      .annotate(OpenApi.Description, "Changes the fields that the body names and keeps all others.")
  )
  .add(
    HttpApiEndpoint.post("moveSiteSection", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move", {
      params: section,
      payload: SiteSectionInput.SiteSectionMove,
      success: SiteSectionView.SiteSectionView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Move a site section")
      .annotate(OpenApi.Description, "Places the section next to another one, or at the end.")
  )
  .annotate(OpenApi.Title, "Site sections")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
