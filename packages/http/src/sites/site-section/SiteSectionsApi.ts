import { OrganizationId, SiteId, SiteSectionId, SiteSectionInput, SiteSectionView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import {
  Conflict,
  Forbidden,
  NotFound,
  PreconditionFailed,
  UnprocessableContent
} from "../../foundation/error/Errors.ts"
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
      query: Schema.Struct({ ...Paging.UrlParams.fields, shareKey: Schema.optionalKey(Schema.String) }),
      success: Paging.of(SiteSectionView.SiteSectionView),
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List a site's sections, in order")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("addSectionToSite", "/orgs/:organizationId/sites/:siteId/sections", {
      params: site,
      payload: SiteSectionInput.SiteSectionCreate,
      success: SiteSectionView.SiteSectionView.pipe(HttpApiSchema.status(201)),
      error: [PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Add a section with a space in it")
  )
  .add(
    HttpApiEndpoint.get("getSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      params: section,
      query: Schema.Struct({ shareKey: Schema.optionalKey(Schema.String) }),
      success: SiteSectionView.SiteSectionView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a section")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      params: section,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Take a section off a site; its spaces stay as they are")
  )
  .add(
    HttpApiEndpoint.patch("updateSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      params: section,
      payload: SiteSectionInput.SiteSectionPatch,
      success: SiteSectionView.SiteSectionView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Update a section")
  )
  .add(
    HttpApiEndpoint.post("moveSiteSection", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move", {
      params: section,
      payload: SiteSectionInput.SiteSectionMove,
      success: SiteSectionView.SiteSectionView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Move a section beside another one, or to the end")
  )
  .annotate(OpenApi.Title, "Site sections")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
