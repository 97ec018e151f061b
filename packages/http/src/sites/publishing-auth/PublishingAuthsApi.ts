import { OrganizationId, PublishingAuth, PublishingAuths, SiteId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })

const path = "/orgs/:organizationId/sites/:siteId/publishing/auth"

/** Authentication of site visitors. */
export class PublishingAuthsApi extends Group.make(
  "publishingAuth",
  "Visitors",
  Endpoint.get("getSitePublishingAuthById", path, {
    summary: "Get visitor authentication",
    description: "Returns how visitors authenticate, with the key that signs their tokens.",
    permission: Permission.refusing("organization:admin"),
    scope: "site:visitor:auth",
    params: site,
    success: PublishingAuth.PublishingAuthView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSitePublishingAuthById", path, {
    summary: "Update visitor authentication",
    description: "Changes how visitors authenticate.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: PublishingAuth.Patch,
    success: PublishingAuth.PublishingAuthView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("regenerateSitePublishingAuthById", `${path}/regenerate`, {
    summary: "Regenerate the visitor signing key",
    description: "Visitor tokens signed with the previous key become invalid.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    success: PublishingAuth.PublishingAuthView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(PublishingAuths.PublishingAuths, (auths) => ({
      getSitePublishingAuthById: ({ params: path }) => auths.get(path.organizationId, path.siteId),
      updateSitePublishingAuthById: ({ params: path, payload }) =>
        auths.update(path.organizationId, path.siteId, payload),
      regenerateSitePublishingAuthById: ({ params: path }) => auths.regenerate(path.organizationId, path.siteId)
    }))
  )
}
