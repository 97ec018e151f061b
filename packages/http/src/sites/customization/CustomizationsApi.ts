import { Customization, Customizations, OrganizationId, SiteId, SiteSpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })
const siteSpace = Schema.Struct({ ...site.fields, siteSpaceId: SiteSpaceId })

const ofSite = "/orgs/:organizationId/sites/:siteId/customization"
const ofSiteSpace = "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization"

/** Customization of sites. */
export class CustomizationsApi extends Group.make(
  "customizations",
  "Customization",
  Endpoint.get("getSiteCustomizationById", ofSite, {
    summary: "Get site customization",
    description: "Returns all appearance settings of a site, including defaults.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    params: site,
    success: Customization.Customization,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("updateSiteCustomizationById", ofSite, {
    summary: "Replace site customization",
    description: "Settings that the body omits use their defaults.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: Customization.CustomizationPut,
    success: Customization.Customization,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSiteSpaceCustomizationById", ofSiteSpace, {
    summary: "Get site space customization",
    description: "Returns the settings in effect for a site space.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    params: siteSpace,
    success: Customizations.SiteSpaceCustomizationView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("overrideSiteSpaceCustomizationById", ofSiteSpace, {
    summary: "Override site space customization",
    description: "Sets what the body names; null makes a setting inherit from the site again.",
    permission: Permission.refusing("organization:admin"),
    params: siteSpace,
    payload: Customization.Patch,
    success: Customizations.SiteSpaceCustomizationView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteSiteSpaceCustomizationById", ofSiteSpace, {
    summary: "Reset site space customization",
    description: "Makes the site space inherit every setting from its site.",
    permission: Permission.refusing("organization:admin"),
    params: siteSpace,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Customizations.Customizations, (settings) => ({
      getSiteCustomizationById: ({ params: path }) => settings.get(path.organizationId, path.siteId),
      updateSiteCustomizationById: ({ params: path, payload }) =>
        settings.put(path.organizationId, path.siteId, payload),
      getSiteSpaceCustomizationById: ({ params: path }) =>
        settings.getOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId),
      overrideSiteSpaceCustomizationById: ({ params: path, payload }) =>
        settings.patchOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId, payload),
      deleteSiteSpaceCustomizationById: ({ params: path }) =>
        respondRemoved(settings.removeOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId))
    }))
  )
}
