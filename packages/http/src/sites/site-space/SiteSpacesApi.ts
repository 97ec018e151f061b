import { Input, OrganizationId, PublishedProfiles, SiteId, SiteSpace, SiteSpaceId, SiteSpaces } from "@quire/core"
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
const siteSpace = Schema.Struct({ ...site.fields, siteSpaceId: SiteSpaceId })

/** The spaces of sites. */
export class SiteSpacesApi extends Group.make(
  "siteSpaces",
  "Site spaces",
  Endpoint.get("listSiteSpaces", "/orgs/:organizationId/sites/:siteId/site-spaces", {
    summary: "List site spaces",
    description: "Returns the spaces of a site in the order of its navigation.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    readers: true,
    params: site,
    query: Schema.Struct(
      Input.describeFields(
        {
          ...Paging.UrlParams.fields,
          shareKey: Schema.optionalKey(Schema.String),
          default: Paging.OptionalFlag
        },
        {
          shareKey: "Key of a share link that gives access to the site.",
          default: "Whether only default site spaces are listed, or only others."
        }
      )
    ),
    success: Paging.of(SiteSpace.SiteSpaceView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("addSpaceToSite", "/orgs/:organizationId/sites/:siteId/site-spaces", {
    summary: "Add a space to a site",
    description: "Shows a space on the site, in one of its sections.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: SiteSpace.SiteSpaceCreate,
    success: SiteSpace.SiteSpaceView.pipe(HttpApiSchema.status(201)),
    error: [PreconditionFailed, Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
    summary: "Get a site space",
    description: "Returns the place of a space on a site.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    readers: true,
    params: siteSpace,
    query: Schema.Struct(
      Input.describeFields(
        { shareKey: Schema.optionalKey(Schema.String) },
        { shareKey: "Key of a share link that gives access to the site." }
      )
    ),
    success: SiteSpace.SiteSpaceView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
    summary: "Remove a space from a site",
    description: "Removes the space from the site. The space itself is not changed.",
    permission: Permission.refusing("organization:admin"),
    params: siteSpace,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
    summary: "Update a site space",
    description: "Changes the path, the condition or the space that is shown.",
    permission: Permission.refusing("organization:admin"),
    params: siteSpace,
    payload: SiteSpace.SiteSpacePatch,
    success: SiteSpace.SiteSpaceView,
    error: [PreconditionFailed, Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("moveSiteSpace", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move", {
    summary: "Move a site space",
    description: "Places the space next to another one, of its section or of another, or at the end.",
    permission: Permission.refusing("organization:admin"),
    params: siteSpace,
    payload: SiteSpace.SiteSpaceMove,
    success: SiteSpace.SiteSpaceView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaces.SiteSpaces
      const profiles = yield* PublishedProfiles.PublishedProfiles
      return {
        listSiteSpaces: ({ params: { organizationId, siteId }, query }) => {
          const own = Effect.catchTag(siteSpaces.list(organizationId, siteId, query), "SiteNotFound", () =>
            profiles.sharedSiteSpaces(organizationId, siteId, query)
          )
          const read = chosen(own, (reading) => profiles.siteSpaces(reading, organizationId, siteId, query))
          return profiles.withShareKey(query.shareKey, read)
        },
        addSpaceToSite: ({ params: path, payload }) =>
          withOwnLocation(siteSpaces.create(path.organizationId, path.siteId, payload)),
        getSiteSpaceById: ({ params: { organizationId, siteId, siteSpaceId }, query: { shareKey } }) => {
          const own = Effect.catchTag(siteSpaces.get(organizationId, siteId, siteSpaceId), "SiteNotFound", () =>
            profiles.sharedSiteSpace(organizationId, siteId, siteSpaceId)
          )
          const read = chosen(own, (reading) => profiles.siteSpace(reading, organizationId, siteId, siteSpaceId))
          return profiles.withShareKey(shareKey, read)
        },
        deleteSiteSpaceById: ({ params: path }) =>
          respondRemoved(siteSpaces.remove(path.organizationId, path.siteId, path.siteSpaceId)),
        updateSiteSpaceById: ({ params: path, payload }) =>
          siteSpaces.update(path.organizationId, path.siteId, path.siteSpaceId, payload),
        moveSiteSpace: ({ params: path, payload }) =>
          siteSpaces.move(path.organizationId, path.siteId, path.siteSpaceId, payload)
      }
    })
  )
}
