import {
  OrganizationId,
  SiteId,
  SiteSectionGroupId,
  SiteSectionGroupInput,
  SiteSectionGroupView,
  SiteSectionId
} from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const group = Schema.Struct({ ...site.fields, siteSectionGroupId: SiteSectionGroupId.SiteSectionGroupId })
const section = Schema.Struct({ ...group.fields, siteSectionId: SiteSectionId.SiteSectionId })

/** Groups of sections. */
export class SiteSectionGroupsApi extends HttpApiGroup.make("siteSectionGroups", { topLevel: true })
  .add(
    Endpoint.get("listSiteSectionGroups", "/orgs/:organizationId/sites/:siteId/section-groups", {
      summary: "List section groups",
      description: "Returns the groups of sections in the order of navigation.",
      permission: Permission.hiding("content:view"),
      scope: "site:metadata:read",
      readers: true,
      params: site,
      query: Paging.UrlParams,
      success: Paging.of(SiteSectionGroupView.SiteSectionGroupView),
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.post("addSectionGroupToSite", "/orgs/:organizationId/sites/:siteId/section-groups", {
      summary: "Add a section group",
      description: "Groups sections of the site under one title.",
      permission: Permission.refusing("organization:admin"),
      params: site,
      payload: SiteSectionGroupInput.SiteSectionGroupCreate,
      success: SiteSectionGroupView.SiteSectionGroupView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    }),
    Endpoint.get("getSiteSectionGroupById", "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId", {
      summary: "Get a group of sections",
      description: "Returns a group with the sections that the caller may see.",
      permission: Permission.hiding("content:view"),
      scope: "site:metadata:read",
      readers: true,
      params: group,
      success: SiteSectionGroupView.SiteSectionGroupView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.delete(
      "deleteSiteSectionGroupById",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      {
        summary: "Delete a section group",
        description: "Its sections move to the position of the group.",
        permission: Permission.refusing("organization:admin"),
        params: group,
        success: [Removed, Absent],
        error: [Errors.Forbidden, NotFound]
      }
    ),
    Endpoint.patch(
      "updateSiteSectionGroupById",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      {
        summary: "Update a section group",
        description: "Changes the title or icon of the group.",
        permission: Permission.refusing("organization:admin"),
        params: group,
        payload: SiteSectionGroupInput.SiteSectionGroupPatch,
        success: SiteSectionGroupView.SiteSectionGroupView,
        error: [Errors.Forbidden, NotFound]
      }
    ),
    Endpoint.post(
      "addSectionToGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections",
      {
        summary: "Add a section to a group",
        description: "Moves a section of the site into the group.",
        permission: Permission.refusing("organization:admin"),
        params: group,
        payload: SiteSectionGroupInput.GroupedSection,
        success: SiteSectionGroupView.SiteSectionGroupView.pipe(HttpApiSchema.status(201)),
        error: [Errors.Forbidden, NotFound]
      }
    ),
    Endpoint.delete(
      "removeSectionFromGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId",
      {
        summary: "Remove a section from a group",
        description: "Moves the section out of the group; it stays on the site.",
        permission: Permission.refusing("organization:admin"),
        params: section,
        success: [Removed, Absent],
        error: [Errors.Forbidden, NotFound]
      }
    ),
    Endpoint.post(
      "moveSiteSectionGroup",
      "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move",
      {
        summary: "Move a section group",
        description: "Places the group next to another group or section, or at the end.",
        permission: Permission.refusing("organization:admin"),
        params: group,
        payload: SiteSectionGroupInput.SiteSectionGroupMove,
        success: SiteSectionGroupView.SiteSectionGroupView,
        error: [Errors.Conflict, Errors.Forbidden, NotFound]
      }
    )
  )
  .annotate(OpenApi.Title, "Groups of site sections")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
