import { Input, OrganizationId, PublishedProfiles, SiteId, SiteSpace, SiteSpaceId, SiteSpaces } from "@quire/core"
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
const siteSpace = Schema.Struct({ ...site.fields, siteSpaceId: SiteSpaceId })

/** The spaces of sites. */
export class SiteSpacesApi extends Group.make(
  "siteSpaces",
  "Site spaces",
  Endpoint.get("listSiteSpaces", "/orgs/:organizationId/sites/:siteId/site-spaces", {
    summary: "List site spaces",
    description: "Returns the spaces of a site in the order of its navigation.",
    ...reading,
    params: site,
    query: Schema.Struct(
      Input.describeFields(
        { ...Paging.UrlParams.fields, ...shareKey, default: Paging.OptionalFlag },
        { default: "Whether only default site spaces are listed, or only others." }
      )
    ),
    success: Paging.of(SiteSpace.SiteSpaceView)
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
    ...reading,
    params: siteSpace,
    query: Schema.Struct(shareKey),
    success: SiteSpace.SiteSpaceView
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
      const sharing = yield* readShared
      const list = sharing(siteSpaces.list, profiles.sharedSiteSpaces, profiles.siteSpaces)
      const get = sharing(siteSpaces.get, profiles.sharedSiteSpace, profiles.siteSpace)
      return {
        listSiteSpaces: ({ params: path, query }) => list(query.shareKey, path.organizationId, path.siteId, query),
        addSpaceToSite: ({ params: path, payload }) =>
          withOwnLocation(siteSpaces.create(path.organizationId, path.siteId, payload)),
        getSiteSpaceById: ({ params: path, query }) =>
          get(query.shareKey, path.organizationId, path.siteId, path.siteSpaceId),
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
