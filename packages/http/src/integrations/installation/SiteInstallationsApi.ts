import { Input, InstallationInput, InstallationView, SiteId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { installation, integration } from "./Parameters.ts"

const place = Schema.Struct({ ...installation.fields, siteId: SiteId.SiteId })

/** Whether the site itself is shown in place of its id. */
const extent = Schema.Struct(
  Input.describeFields(
    { extended: Paging.Flag(false) },
    { extended: "Whether the space or site is returned in full instead of its id." }
  )
)

const all = "/integrations/:integrationName/installations/:installationId/sites"
const one = "/integrations/:integrationName/installations/:installationId/sites/:siteId"

/** Integrations on sites. */
export class SiteInstallationsApi extends HttpApiGroup.make("siteInstallations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listIntegrationSiteInstallations", "/integrations/:integrationName/sites", {
      params: integration,
      query: Schema.Struct(
        Input.describeFields(
          {
            ...Paging.UrlParams.fields,
            ...extent.fields,
            externalId: Schema.optionalKey(Schema.String)
          },
          { externalId: "Identifier of another system that the installation must have." }
        )
      ),
      success: Paging.of(InstallationView.SiteInstallationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List sites of an integration")
      .annotate(OpenApi.Description, "Returns the installations on sites of organizations that the caller administers.")
  )
  .add(
    HttpApiEndpoint.get("listIntegrationInstallationSites", all, {
      params: installation,
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...extent.fields }),
      success: Paging.of(InstallationView.SiteInstallationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List sites of an installation")
      .annotate(OpenApi.Description, "Returns the sites of an organization on which the integration is installed.")
  )
  .add(
    HttpApiEndpoint.post("installIntegrationOnSite", all, {
      params: installation,
      query: extent,
      payload: InstallationInput.SiteCreate,
      success: InstallationView.SiteInstallationView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Install on a site")
      .annotate(OpenApi.Description, "Selects a site for an integration that the organization installed.")
  )
  .add(
    HttpApiEndpoint.get("getIntegrationSiteInstallation", one, {
      params: place,
      query: extent,
      success: InstallationView.SiteInstallationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a site installation")
      .annotate(OpenApi.Description, "Returns what an integration has on a site.")
  )
  .add(
    HttpApiEndpoint.patch("updateIntegrationSiteInstallation", one, {
      params: place,
      query: extent,
      payload: InstallationInput.PlacePatch,
      success: InstallationView.SiteInstallationView,
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a site installation")
      .annotate(OpenApi.Description, "Changes the configuration of an integration on a site.")
  )
  .add(
    HttpApiEndpoint.delete("uninstallIntegrationFromSite", one, {
      params: place,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Uninstall from a site")
      .annotate(OpenApi.Description, "Removes the integration from one site.")
  )
  .annotate(OpenApi.Title, "Installations on sites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
