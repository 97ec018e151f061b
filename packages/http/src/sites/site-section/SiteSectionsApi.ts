import { Input, OrganizationId, SiteId, SiteSectionId, SiteSectionInput, SiteSectionView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const section = Schema.Struct({ ...site.fields, siteSectionId: SiteSectionId.SiteSectionId })

/** Sections of sites. */
export class SiteSectionsApi extends HttpApiGroup.make("siteSections", { topLevel: true })
  .add(
    Endpoint.get("listSiteSections", "/orgs/:organizationId/sites/:siteId/sections", {
      summary: "List site sections",
      description: "Returns the sections of a site in the order of its navigation.",
      permission: Permission.hiding("content:view"),
      scope: "site:metadata:read",
      readers: true,
      params: site,
      query: Schema.Struct(
        Input.describeFields(
          { ...Paging.UrlParams.fields, shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link that gives access to the site." }
        )
      ),
      success: Paging.of(SiteSectionView.SiteSectionView),
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.post("addSectionToSite", "/orgs/:organizationId/sites/:siteId/sections", {
      summary: "Add a site section",
      description: "Adds a section that shows one space.",
      permission: Permission.refusing("organization:admin"),
      params: site,
      payload: SiteSectionInput.SiteSectionCreate,
      success: SiteSectionView.SiteSectionView.pipe(HttpApiSchema.status(201)),
      error: [PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    }),
    Endpoint.get("getSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      summary: "Get a section",
      description: "Returns a section with the site spaces that the caller may see.",
      permission: Permission.hiding("content:view"),
      scope: "site:metadata:read",
      readers: true,
      params: section,
      query: Schema.Struct(
        Input.describeFields(
          { shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link that gives access to the site." }
        )
      ),
      success: SiteSectionView.SiteSectionView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.delete("deleteSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      summary: "Remove a site section",
      description: "Removes the section from the site. Its spaces are not changed.",
      permission: Permission.refusing("organization:admin"),
      params: section,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.patch("updateSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
      summary: "Update a site section",
      description: "Changes the fields that the body names and keeps all others.",
      permission: Permission.refusing("organization:admin"),
      params: section,
      payload: SiteSectionInput.SiteSectionPatch,
      success: SiteSectionView.SiteSectionView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    }),
    Endpoint.post("moveSiteSection", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move", {
      summary: "Move a site section",
      description: "Places the section next to another one, or at the end.",
      permission: Permission.refusing("organization:admin"),
      params: section,
      payload: SiteSectionInput.SiteSectionMove,
      success: SiteSectionView.SiteSectionView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Site sections")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
