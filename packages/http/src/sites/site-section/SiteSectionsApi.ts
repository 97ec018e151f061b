import { Input, OrganizationId, PublishedProfiles, SiteId, SiteSection, SiteSectionId, SiteSections } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })
const section = Schema.Struct({ ...site.fields, siteSectionId: SiteSectionId })

/** Sections of sites. */
export class SiteSectionsApi extends Group.make(
  "siteSections",
  "Site sections",
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
    success: Paging.of(SiteSection.SiteSectionView),
    error: [Errors.Forbidden, NotFound]
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
    success: SiteSection.SiteSectionView,
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
      return {
        listSiteSections: ({ params: { organizationId, siteId }, query }) => {
          const own = Effect.catchTag(sections.list(organizationId, siteId, query), "SiteNotFound", () =>
            profiles.sharedSections(organizationId, siteId, query)
          )
          const read = chosen(own, (reading) => profiles.sections(reading, organizationId, siteId, query))
          return profiles.withShareKey(query.shareKey, read)
        },
        addSectionToSite: ({ params: path, payload }) =>
          withOwnLocation(sections.create(path.organizationId, path.siteId, payload)),
        getSiteSectionById: ({ params: { organizationId, siteId, siteSectionId }, query: { shareKey } }) => {
          const own = Effect.catchTag(sections.get(organizationId, siteId, siteSectionId), "SiteNotFound", () =>
            profiles.sharedSection(organizationId, siteId, siteSectionId)
          )
          const read = chosen(own, (reading) => profiles.section(reading, organizationId, siteId, siteSectionId))
          return profiles.withShareKey(shareKey, read)
        },
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
