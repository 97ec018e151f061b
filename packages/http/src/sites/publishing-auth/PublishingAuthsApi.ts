import { OrganizationId, PublishingAuthInput, PublishingAuthView, SiteId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })

const path = "/orgs/:organizationId/sites/:siteId/publishing/auth"

/** Authentication of site visitors. */
export class PublishingAuthsApi extends HttpApiGroup.make("publishingAuth", { topLevel: true })
  .add(
    Endpoint.get("getSitePublishingAuthById", path, {
      summary: "Get visitor authentication",
      description: "Returns how visitors authenticate, with the key that signs their tokens.",
      permission: Permission.refusing("organization:admin"),
      scope: "site:visitor:auth",
      params: site,
      success: PublishingAuthView.PublishingAuthView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.patch("updateSitePublishingAuthById", path, {
      summary: "Update visitor authentication",
      description: "Changes how visitors authenticate.",
      permission: Permission.refusing("organization:admin"),
      params: site,
      payload: PublishingAuthInput.Patch,
      success: PublishingAuthView.PublishingAuthView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.post("regenerateSitePublishingAuthById", `${path}/regenerate`, {
      summary: "Regenerate the visitor signing key",
      description: "Visitor tokens signed with the previous key become invalid.",
      permission: Permission.refusing("organization:admin"),
      params: site,
      success: PublishingAuthView.PublishingAuthView,
      error: [Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Visitors")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
