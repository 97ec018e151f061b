import {
  Addresses,
  OrganizationId,
  PublishedProfiles,
  SiteId,
  SiteSectionGroup,
  SiteSectionGroupId,
  SiteSectionGroups,
  SiteSectionId
} from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { reading } from "../share-link/SharedReading.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })
const group = Schema.Struct({ ...site.fields, siteSectionGroupId: SiteSectionGroupId })
const section = Schema.Struct({ ...group.fields, siteSectionId: SiteSectionId })

/** Groups of sections. */
export class SiteSectionGroupsApi extends Group.make(
  "siteSectionGroups",
  "Groups of site sections",
  Endpoint.get("listSiteSectionGroups", "/orgs/:organizationId/sites/:siteId/section-groups", {
    summary: "List section groups",
    description: "Returns the groups of sections in the order of navigation.",
    ...reading,
    params: site,
    query: Paging.UrlParams,
    success: Paging.of(SiteSectionGroup.SiteSectionGroupView)
  }),
  Endpoint.post("addSectionGroupToSite", "/orgs/:organizationId/sites/:siteId/section-groups", {
    summary: "Add a section group",
    description: "Groups sections of the site under one title.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: SiteSectionGroup.SiteSectionGroupCreate,
    success: SiteSectionGroup.SiteSectionGroupView.pipe(HttpApiSchema.status(201)),
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSiteSectionGroupById", "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId", {
    summary: "Get a group of sections",
    description: "Returns a group with the sections that the caller may see.",
    ...reading,
    params: group,
    success: SiteSectionGroup.SiteSectionGroupView
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
      payload: SiteSectionGroup.SiteSectionGroupPatch,
      success: SiteSectionGroup.SiteSectionGroupView,
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
      payload: SiteSectionGroup.GroupedSection,
      success: SiteSectionGroup.SiteSectionGroupView.pipe(HttpApiSchema.status(201)),
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
  Endpoint.post("moveSiteSectionGroup", "/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move", {
    summary: "Move a section group",
    description: "Places the group next to another group or section, or at the end.",
    permission: Permission.refusing("organization:admin"),
    params: group,
    payload: SiteSectionGroup.SiteSectionGroupMove,
    success: SiteSectionGroup.SiteSectionGroupView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const groups = yield* SiteSectionGroups.SiteSectionGroups
      const profiles = yield* PublishedProfiles.PublishedProfiles
      const { base } = yield* Addresses.Addresses
      const list = readBy(groups.list, profiles.sectionGroups)
      const get = readBy(groups.get, profiles.sectionGroup)
      /** `Location` of a group, whose view has no URL. */
      const located = (path: { readonly organizationId: string; readonly siteId: string }) =>
        withLocationOf<SiteSectionGroup.SiteSectionGroupView>(
          ({ id }) => `${base}/v1/orgs/${path.organizationId}/sites/${path.siteId}/section-groups/${id}`
        )
      return {
        listSiteSectionGroups: ({ params: path, query }) => list(path.organizationId, path.siteId, query),
        addSectionGroupToSite: ({ params: path, payload }) =>
          located(path)(groups.create(path.organizationId, path.siteId, payload)),
        getSiteSectionGroupById: ({ params: path }) => get(path.organizationId, path.siteId, path.siteSectionGroupId),
        deleteSiteSectionGroupById: ({ params: path }) =>
          respondRemoved(groups.remove(path.organizationId, path.siteId, path.siteSectionGroupId)),
        updateSiteSectionGroupById: ({ params: path, payload }) =>
          groups.update(path.organizationId, path.siteId, path.siteSectionGroupId, payload),
        addSectionToGroup: ({ params: path, payload }) =>
          located(path)(groups.addSection(path.organizationId, path.siteId, path.siteSectionGroupId, payload)),
        removeSectionFromGroup: ({ params: path }) =>
          respondRemoved(
            groups.removeSection(path.organizationId, path.siteId, path.siteSectionGroupId, path.siteSectionId)
          ),
        moveSiteSectionGroup: ({ params: path, payload }) =>
          groups.move(path.organizationId, path.siteId, path.siteSectionGroupId, payload)
      }
    })
  )
}
