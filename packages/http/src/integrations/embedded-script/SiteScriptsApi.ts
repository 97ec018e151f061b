import { OrganizationId, SiteId, SiteScriptsInput } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const params = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const path = "/orgs/:organizationId/sites/:siteId/scripts"

/** Integration scripts that the pages of a site load. */
export class SiteScriptsApi extends HttpApiGroup.make("siteScripts", { topLevel: true })
  .add(
    Endpoint.get("getSiteScripts", path, {
      summary: "Get scripts of a site",
      description: "Returns the integrations whose scripts the pages of a site load.",
      permission: Permission.refusing("organization:admin"),
      params,
      success: SiteScriptsInput.SiteScriptsView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.put("updateSiteScripts", path, {
      summary: "Update scripts of a site",
      description: "Chooses the integrations whose scripts the pages load at the hostname of the site.",
      permission: Permission.refusing("organization:admin"),
      params,
      payload: SiteScriptsInput.SiteScriptsPut,
      success: SiteScriptsInput.SiteScriptsView,
      error: [Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Scripts of sites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
