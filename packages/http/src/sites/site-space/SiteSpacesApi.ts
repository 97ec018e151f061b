import { OrganizationId, SiteId, SiteSpaceId, SiteSpaceInput, SiteSpaceView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import {
  Conflict,
  Forbidden,
  NotFound,
  PreconditionFailed,
  UnprocessableContent
} from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const siteSpace = Schema.Struct({ ...site.fields, siteSpaceId: SiteSpaceId.SiteSpaceId })

/** The spaces of sites. */
export class SiteSpacesApi extends HttpApiGroup.make("siteSpaces", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSiteSpaces", "/orgs/:organizationId/sites/:siteId/site-spaces", {
      params: site,
      query: Schema.Struct({
        ...Paging.UrlParams.fields,
        shareKey: Schema.optionalKey(Schema.String),
        default: Paging.OptionalFlag
      }),
      success: Paging.of(SiteSpaceView.SiteSpaceView),
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List a site's spaces, in order")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("addSpaceToSite", "/orgs/:organizationId/sites/:siteId/site-spaces", {
      params: site,
      payload: SiteSpaceInput.SiteSpaceCreate,
      success: SiteSpaceView.SiteSpaceView.pipe(HttpApiSchema.status(201)),
      error: [PreconditionFailed, Conflict, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Put a space onto a site")
  )
  .add(
    HttpApiEndpoint.get("getSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
      params: siteSpace,
      query: Schema.Struct({ shareKey: Schema.optionalKey(Schema.String) }),
      success: SiteSpaceView.SiteSpaceView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a site-space")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
      params: siteSpace,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Take a space off a site; it stays as it is")
  )
  .add(
    HttpApiEndpoint.patch("updateSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
      params: siteSpace,
      payload: SiteSpaceInput.SiteSpacePatch,
      success: SiteSpaceView.SiteSpaceView,
      error: [PreconditionFailed, Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Update how a site shows a space")
  )
  .add(
    HttpApiEndpoint.post("moveSiteSpace", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move", {
      params: siteSpace,
      payload: SiteSpaceInput.SiteSpaceMove,
      success: SiteSpaceView.SiteSpaceView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Move a site-space beside another one")
  )
  .annotate(OpenApi.Title, "Site spaces")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
