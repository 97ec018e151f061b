import { Input, OrganizationId, SiteId, SiteSpaceId, SiteSpaceInput, SiteSpaceView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
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
      query: Schema.Struct(
        Input.describeFields(
          {
            ...Paging.UrlParams.fields,
            shareKey: Schema.optionalKey(Schema.String),
            default: Paging.OptionalFlag
          },
          {
            shareKey: "Key of a share link, which opens the site to its holder.",
            default: "Whether only default site spaces are listed, or only others."
          }
        )
      ),
      success: Paging.of(SiteSpaceView.SiteSpaceView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List site spaces")
      .annotate(OpenApi.Description, "Returns the spaces of a site in the order of its navigation.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("addSpaceToSite", "/orgs/:organizationId/sites/:siteId/site-spaces", {
      params: site,
      payload: SiteSpaceInput.SiteSpaceCreate,
      success: SiteSpaceView.SiteSpaceView.pipe(HttpApiSchema.status(201)),
      error: [PreconditionFailed, Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Add a space to a site")
      .annotate(OpenApi.Description, "Shows a space on the site, in one of its sections.")
  )
  .add(
    HttpApiEndpoint.get("getSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
      params: siteSpace,
      query: Schema.Struct(
        Input.describeFields(
          { shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link, which opens the site to its holder." }
        )
      ),
      success: SiteSpaceView.SiteSpaceView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a site space")
      .annotate(OpenApi.Description, "Returns the place of a space on a site.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
      params: siteSpace,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove a space from a site")
      .annotate(OpenApi.Description, "Takes the space off the site; the space itself stays as it is.")
  )
  .add(
    HttpApiEndpoint.patch("updateSiteSpaceById", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", {
      params: siteSpace,
      payload: SiteSpaceInput.SiteSpacePatch,
      success: SiteSpaceView.SiteSpaceView,
      error: [PreconditionFailed, Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a site space")
      .annotate(OpenApi.Description, "Changes the path, the condition or the space that is shown.")
  )
  .add(
    HttpApiEndpoint.post("moveSiteSpace", "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move", {
      params: siteSpace,
      payload: SiteSpaceInput.SiteSpaceMove,
      success: SiteSpaceView.SiteSpaceView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Move a site space")
      .annotate(
        OpenApi.Description,
        "Places the space next to another one, of its section or of another, or at the end."
      )
  )
  .annotate(OpenApi.Title, "Site spaces")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
