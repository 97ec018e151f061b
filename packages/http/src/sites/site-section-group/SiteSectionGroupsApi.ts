import {
  OrganizationId,
  SiteId,
  SiteSectionGroupId,
  SiteSectionGroupInput,
  SiteSectionGroupView,
  SiteSectionId
} from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const group = Schema.Struct({ ...site.fields, siteSectionGroupId: SiteSectionGroupId.SiteSectionGroupId })
const section = Schema.Struct({ ...group.fields, siteSectionId: SiteSectionId.SiteSectionId })

/** Groups of sections. */
export class SiteSectionGroupsApi extends HttpApiGroup.make("siteSectionGroups", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSiteSectionGroups", "/orgs/:organizationId/sites/:siteId/section-groups", {
      params: site,
      query: Paging.UrlParams,
      success: Paging.of(SiteSectionGroupView.SiteSectionGroupView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List section groups")
      .annotate(OpenApi.Description, "Returns the groups of sections in the order of navigation.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("addSectionGroupToSite", "/orgs/:organizationId/sites/:siteId/section-groups", {
      params: site,
      payload: SiteSectionGroupInput.SiteSectionGroupCreate,
      success: SiteSectionGroupView.SiteSectionGroupView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Add a section group")
      .annotate(OpenApi.Description, "Groups sections of the site under one title.")
  )
  .add(
    HttpApiEndpoint.get(
      "getSiteSectionGroupById",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      {
        params: group,
        success: SiteSectionGroupView.SiteSectionGroupView,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Get a group of sections")
      .annotate(OpenApi.Description, "Returns a group with the sections that the caller may see.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.delete(
      "deleteSiteSectionGroupById",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      {
        params: group,
        success: [Removed, Absent],
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Delete a section group")
      .annotate(OpenApi.Description, "Its sections take the place of the group.")
  )
  .add(
    HttpApiEndpoint.patch(
      "updateSiteSectionGroupById",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      {
        params: group,
        payload: SiteSectionGroupInput.SiteSectionGroupPatch,
        success: SiteSectionGroupView.SiteSectionGroupView,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Update a section group")
      .annotate(OpenApi.Description, "Changes the title or icon of the group.")
  )
  .add(
    HttpApiEndpoint.post(
      "addSectionToGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections",
      {
        params: group,
        payload: SiteSectionGroupInput.GroupedSection,
        success: SiteSectionGroupView.SiteSectionGroupView.pipe(HttpApiSchema.status(201)),
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Add a section to a group")
      .annotate(OpenApi.Description, "Moves a section of the site into the group.")
  )
  .add(
    HttpApiEndpoint.delete(
      "removeSectionFromGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId",
      {
        params: section,
        success: [Removed, Absent],
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Remove a section from a group")
      .annotate(OpenApi.Description, "Moves the section out of the group; it stays on the site.")
  )
  .add(
    HttpApiEndpoint.post(
      "moveSiteSectionGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move",
      {
        params: group,
        payload: SiteSectionGroupInput.SiteSectionGroupMove,
        success: SiteSectionGroupView.SiteSectionGroupView,
        error: [Errors.Conflict, Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Move a section group")
      .annotate(OpenApi.Description, "Places the group next to another group or section, or at the end.")
  )
  .annotate(OpenApi.Title, "Groups of site sections")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
