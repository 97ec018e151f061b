import { InstallationInput, InstallationView, SiteId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import {
  Conflict,
  Forbidden,
  NotFound,
  PreconditionFailed,
  UnprocessableContent
} from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { installation, integration } from "./Parameters.ts"

const place = Schema.Struct({ ...installation.fields, siteId: SiteId.SiteId })

/** Whether the site itself is shown in place of its id. */
const extent = Schema.Struct({ extended: Paging.Flag(false) })

const all = "/integrations/:integrationName/installations/:installationId/sites"
const one = "/integrations/:integrationName/installations/:installationId/sites/:siteId"

/** Integrations on sites. */
export class SiteInstallationsApi extends HttpApiGroup.make("siteInstallations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listIntegrationSiteInstallations", "/integrations/:integrationName/sites", {
      params: integration,
      query: Schema.Struct({
        ...Paging.UrlParams.fields,
        ...extent.fields,
        externalId: Schema.optionalKey(Schema.String)
      }),
      success: Paging.of(InstallationView.SiteInstallationView),
      error: [Forbidden, NotFound]
    }).annotate(
      OpenApi.Summary,
      "List the sites that an integration was installed on, in organizations that the caller administers"
    )
  )
  .add(
    HttpApiEndpoint.get("listIntegrationInstallationSites", all, {
      params: installation,
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...extent.fields }),
      success: Paging.of(InstallationView.SiteInstallationView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the sites that an integration was installed on in an organization")
  )
  .add(
    HttpApiEndpoint.post("installIntegrationOnSite", all, {
      params: installation,
      query: extent,
      payload: InstallationInput.SiteCreate,
      success: InstallationView.SiteInstallationView.pipe(HttpApiSchema.status(201)),
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Install an integration on a site")
  )
  .add(
    HttpApiEndpoint.get("getIntegrationSiteInstallation", one, {
      params: place,
      query: extent,
      success: InstallationView.SiteInstallationView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get what an integration has on a site")
  )
  .add(
    HttpApiEndpoint.patch("updateIntegrationSiteInstallation", one, {
      params: place,
      query: extent,
      payload: InstallationInput.PlacePatch,
      success: InstallationView.SiteInstallationView,
      error: [UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Configure an integration on a site")
  )
  .add(
    HttpApiEndpoint.delete("uninstallIntegrationFromSite", one, {
      params: place,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Take an integration off a site")
  )
  .annotate(OpenApi.Title, "Installations on sites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
