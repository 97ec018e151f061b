import { OrganizationId, PublishingAuthInput, PublishingAuthView, SiteId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })

const path = "/orgs/:organizationId/sites/:siteId/publishing/auth"

/** How visitors of sites prove who they are. */
export class PublishingAuthsApi extends HttpApiGroup.make("publishingAuth", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSitePublishingAuthById", path, {
      params: site,
      success: PublishingAuthView.PublishingAuthView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get visitor authentication")
      .annotate(OpenApi.Description, "Returns how visitors prove who they are, with the key that signs their tokens.")
  )
  .add(
    HttpApiEndpoint.patch("updateSitePublishingAuthById", path, {
      params: site,
      payload: PublishingAuthInput.Patch,
      success: PublishingAuthView.PublishingAuthView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update visitor authentication")
      .annotate(OpenApi.Description, "Changes how visitors prove who they are.")
  )
  .add(
    HttpApiEndpoint.post("regenerateSitePublishingAuthById", `${path}/regenerate`, {
      params: site,
      success: PublishingAuthView.PublishingAuthView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Regenerate the visitor signing key")
      .annotate(OpenApi.Description, "Tokens of visitors that the previous key signed become invalid.")
  )
  .annotate(OpenApi.Title, "Visitors")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
