import { Input, OrganizationId, SiteId, SiteSpaceId, SiteSpaceInput, SiteSpaceView } from "@quire/core"
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
const siteSpace = Schema.Struct({ ...site.fields, siteSpaceId: SiteSpaceId.SiteSpaceId })

/** The spaces of sites. */
export class SiteSpacesApi extends HttpApiGroup.make("siteSpaces", { topLevel: true })
  .add(
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
      success: Paging.of(SiteSpaceView.SiteSpaceView),
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.post("addSpaceToSite", "/orgs/:organizationId/sites/:siteId/site-spaces", {
      summary: "Add a space to a site",
      description: "Shows a space on the site, in one of its sections.",
      permission: Permission.refusing("organization:admin"),
      params: site,
      payload: SiteSpaceInput.SiteSpaceCreate,
      success: SiteSpaceView.SiteSpaceView.pipe(HttpApiSchema.status(201)),
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
      success: SiteSpaceView.SiteSpaceView,
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
      payload: SiteSpaceInput.SiteSpacePatch,
      success: SiteSpaceView.SiteSpaceView,
      error: [PreconditionFailed, Errors.Conflict, Errors.Forbidden, NotFound]
    }),
    Endpoint.post("moveSiteSpace", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move", {
      summary: "Move a site space",
      description: "Places the space next to another one, of its section or of another, or at the end.",
      permission: Permission.refusing("organization:admin"),
      params: siteSpace,
      payload: SiteSpaceInput.SiteSpaceMove,
      success: SiteSpaceView.SiteSpaceView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Site spaces")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
