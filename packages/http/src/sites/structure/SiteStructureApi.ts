import { Input, OrganizationId, SiteId, SiteSortInput, SiteStructureView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })

/** What stands on a site, as a whole. */
export class SiteStructureApi extends HttpApiGroup.make("siteStructure", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSiteStructure", "/orgs/:organizationId/sites/:siteId/structure", {
      params: site,
      query: Schema.Struct(
        Input.describeFields(
          { shareKey: Schema.optionalKey(Schema.String) },
          { shareKey: "Key of a share link, which opens the site to its holder." }
        )
      ),
      success: SiteStructureView.SiteStructureView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the site structure")
      .annotate(
        OpenApi.Description,
        "Returns the sections and groups of a site, or its spaces where it has no sections."
      )
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.patch("sortSiteStructure", "/orgs/:organizationId/sites/:siteId/structure/sort", {
      params: site,
      payload: SiteSortInput.SiteSort,
      success: SiteStructureView.SiteItemView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Move an item of a site")
      .annotate(OpenApi.Description, "Moves a site space, section or group of a site.")
  )
  .annotate(OpenApi.Title, "Site structure")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
