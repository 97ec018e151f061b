import { OrganizationId, SiteId, SiteScripts } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

const params = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })
const path = "/orgs/:organizationId/sites/:siteId/scripts"

/** Integration scripts that the pages of a site load. */
export class SiteScriptsApi extends Group.make(
  "siteScripts",
  "Scripts of sites",
  Endpoint.get("getSiteScripts", path, {
    summary: "Get scripts of a site",
    description: "Returns the integrations whose scripts the pages of a site load.",
    permission: Permission.refusing("organization:admin"),
    params,
    success: SiteScripts.SiteScriptsView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("updateSiteScripts", path, {
    summary: "Update scripts of a site",
    description: "Chooses the integrations whose scripts the pages load at the hostname of the site.",
    permission: Permission.refusing("organization:admin"),
    params,
    payload: SiteScripts.SiteScriptsPut,
    success: SiteScripts.SiteScriptsView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(SiteScripts.SiteScripts, (scripts) => ({
      getSiteScripts: ({ params: path }) => scripts.get(path.organizationId, path.siteId),
      updateSiteScripts: ({ params: path, payload }) => scripts.put(path.organizationId, path.siteId, payload)
    }))
  )
}
