import { OrganizationId, PublishedProfiles, SiteId, SiteSection, SiteSectionId, SiteSections } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { reading, readShared, shareKey } from "../share-link/SharedReading.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })
const section = Schema.Struct({ ...site.fields, siteSectionId: SiteSectionId })

/** Sections of sites. */
export class SiteSectionsApi extends Group.make(
  "siteSections",
  "Site sections",
  Endpoint.get("listSiteSections", "/orgs/:organizationId/sites/:siteId/sections", {
    summary: "List site sections",
    description: "Returns the sections of a site in the order of its navigation.",
    ...reading,
    params: site,
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...shareKey }),
    success: Paging.of(SiteSection.SiteSectionView)
  }),
  Endpoint.post("addSectionToSite", "/orgs/:organizationId/sites/:siteId/sections", {
    summary: "Add a site section",
    description: "Adds a section that shows one space.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: SiteSection.SiteSectionCreate,
    success: SiteSection.SiteSectionView.pipe(HttpApiSchema.status(201)),
    error: [PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSiteSectionById", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", {
    summary: "Get a section",
    description: "Returns a section with the site spaces that the caller may see.",
    ...reading,
    params: section,
    query: Schema.Struct(shareKey),
    success: SiteSection.SiteSectionView
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
    payload: SiteSection.SiteSectionPatch,
    success: SiteSection.SiteSectionView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("moveSiteSection", "/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move", {
    summary: "Move a site section",
    description: "Places the section next to another one, or at the end.",
    permission: Permission.refusing("organization:admin"),
    params: section,
    payload: SiteSection.SiteSectionMove,
    success: SiteSection.SiteSectionView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const sections = yield* SiteSections.SiteSections
      const profiles = yield* PublishedProfiles.PublishedProfiles
      const sharing = yield* readShared
      const list = sharing(sections.list, profiles.sharedSections, profiles.sections)
      const get = sharing(sections.get, profiles.sharedSection, profiles.section)
      return {
        listSiteSections: ({ params: path, query }) => list(query.shareKey, path.organizationId, path.siteId, query),
        addSectionToSite: ({ params: path, payload }) =>
          withOwnLocation(sections.create(path.organizationId, path.siteId, payload)),
        getSiteSectionById: ({ params: path, query }) =>
          get(query.shareKey, path.organizationId, path.siteId, path.siteSectionId),
        deleteSiteSectionById: ({ params: path }) =>
          respondRemoved(sections.remove(path.organizationId, path.siteId, path.siteSectionId)),
        updateSiteSectionById: ({ params: path, payload }) =>
          sections.update(path.organizationId, path.siteId, path.siteSectionId, payload),
        moveSiteSection: ({ params: path, payload }) =>
          sections.move(path.organizationId, path.siteId, path.siteSectionId, payload)
      }
    })
  )
}
