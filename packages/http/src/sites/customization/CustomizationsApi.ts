import { Customization, CustomizationInput, CustomizationView, OrganizationId, SiteId, SiteSpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Forbidden, NotFound } from "../../foundation/error/Errors.ts"
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
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get the settings of a site")
  )
  .add(
    HttpApiEndpoint.put("updateSiteCustomizationById", ofSite, {
      params: site,
      payload: CustomizationInput.Put,
      success: Customization.Customization,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Replace the settings of a site; what is left out follows the defaults")
  )
  .add(
    HttpApiEndpoint.get("getSiteSpaceCustomizationById", ofSiteSpace, {
      params: siteSpace,
      success: CustomizationView.SiteSpaceCustomizationView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get the settings that hold for a site-space")
  )
  .add(
    HttpApiEndpoint.patch("overrideSiteSpaceCustomizationById", ofSiteSpace, {
      params: siteSpace,
      payload: CustomizationInput.Patch,
      success: CustomizationView.SiteSpaceCustomizationView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Choose settings of a site-space; null makes one follow the site again")
  )
  .add(
    HttpApiEndpoint.delete("deleteSiteSpaceCustomizationById", ofSiteSpace, {
      params: siteSpace,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Make a site-space follow its site in everything")
  )
  .annotate(OpenApi.Title, "Customization")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
