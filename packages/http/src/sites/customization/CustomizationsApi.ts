import { Customization, CustomizationInput, CustomizationView, OrganizationId, SiteId, SiteSpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const site = Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId })
const siteSpace = Schema.Struct({ ...site.fields, siteSpaceId: SiteSpaceId.SiteSpaceId })

const ofSite = "/orgs/:organizationId/sites/:siteId/customization"
const ofSiteSpace = "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization"

/** How sites look and behave. */
export class CustomizationsApi extends HttpApiGroup.make("customizations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSiteCustomizationById", ofSite, {
      params: site,
      success: Customization.Customization,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get site customization")
      .annotate(OpenApi.Description, "Returns all settings of the look of a site, with defaults filled in.")
  )
  .add(
    HttpApiEndpoint.put("updateSiteCustomizationById", ofSite, {
      params: site,
      payload: CustomizationInput.CustomizationPut,
      success: Customization.Customization,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Replace site customization")
      .annotate(OpenApi.Description, "Settings that are left out follow the defaults.")
  )
  .add(
    HttpApiEndpoint.get("getSiteSpaceCustomizationById", ofSiteSpace, {
      params: siteSpace,
      success: CustomizationView.SiteSpaceCustomizationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get site space customization")
      .annotate(OpenApi.Description, "Returns the settings that hold for a site space.")
  )
  .add(
    HttpApiEndpoint.patch("overrideSiteSpaceCustomizationById", ofSiteSpace, {
      params: siteSpace,
      payload: CustomizationInput.Patch,
      success: CustomizationView.SiteSpaceCustomizationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Override site space customization")
      .annotate(OpenApi.Description, "Sets what the body names; null makes a setting follow the site again.")
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteSpaceCustomizationById", ofSiteSpace, {
      params: siteSpace,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Reset site space customization")
      .annotate(OpenApi.Description, "Makes the site space follow its site in every setting.")
  )
  .annotate(OpenApi.Title, "Customization")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
