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
import { Conflict, Forbidden, NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
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
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List a site's groups of sections, in order")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("addSectionGroupToSite", "/orgs/:organizationId/sites/:siteId/section-groups", {
      params: site,
      payload: SiteSectionGroupInput.SiteSectionGroupCreate,
      success: SiteSectionGroupView.SiteSectionGroupView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Add a group of sections")
  )
  .add(
    HttpApiEndpoint.get(
      "getSiteSectionGroupById",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      {
        params: group,
        success: SiteSectionGroupView.SiteSectionGroupView,
        error: [Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Get a group of sections")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.delete(
      "deleteSiteSectionGroupById",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      {
        params: group,
        success: [Removed, Absent],
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "Delete a group; its sections stand in its place")
  )
  .add(
    HttpApiEndpoint.patch(
      "updateSiteSectionGroupById",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      {
        params: group,
        payload: SiteSectionGroupInput.SiteSectionGroupPatch,
        success: SiteSectionGroupView.SiteSectionGroupView,
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "Update a group of sections")
  )
  .add(
    HttpApiEndpoint.post(
      "addSectionToGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections",
      {
        params: group,
        payload: SiteSectionGroupInput.GroupedSection,
        success: SiteSectionGroupView.SiteSectionGroupView.pipe(HttpApiSchema.status(201)),
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "Put a section into a group")
  )
  .add(
    HttpApiEndpoint.delete(
      "removeSectionFromGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId",
      {
        params: section,
        success: [Removed, Absent],
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "Take a section out of a group")
  )
  .add(
    HttpApiEndpoint.post(
      "moveSiteSectionGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move",
      {
        params: group,
        payload: SiteSectionGroupInput.SiteSectionGroupMove,
        success: SiteSectionGroupView.SiteSectionGroupView,
        error: [Conflict, Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "Move a group beside another one or a section, or to the end")
  )
  .annotate(OpenApi.Title, "Groups of site sections")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
