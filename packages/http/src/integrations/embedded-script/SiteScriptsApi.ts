import { OrganizationId, SiteId, SiteScriptsInput } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const params = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const path = "/orgs/:organizationId/sites/:siteId/scripts"

/** Which scripts of integrations the pages of a site load. */
export class SiteScriptsApi extends HttpApiGroup.make("siteScripts", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSiteScripts", path, {
      params,
      success: SiteScriptsInput.SiteScriptsView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get scripts of a site")
      .annotate(OpenApi.Description, "Returns the integrations whose scripts the pages of a site load.")
  )
  .add(
    HttpApiEndpoint.put("updateSiteScripts", path, {
      params,
      payload: SiteScriptsInput.SiteScriptsPut,
      success: SiteScriptsInput.SiteScriptsView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update scripts of a site")
      .annotate(
        OpenApi.Description,
        "Chooses the integrations whose scripts the pages load at the hostname of the site."
      )
  )
  .annotate(OpenApi.Title, "Scripts of sites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
