import { Input, InstallationInput, InstallationView, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { installation, integration } from "./Parameters.ts"

const inOrganization = Schema.Struct({ organizationId: OrganizationId.OrganizationId, ...integration.fields })

const all = "/integrations/:integrationName/installations"
const one = "/integrations/:integrationName/installations/:installationId"

/** Integrations on organizations. */
export class InstallationsApi extends HttpApiGroup.make("installations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listIntegrationInstallations", all, {
      params: integration,
      query: Schema.Struct(
        Input.describeFields(
          { ...Paging.UrlParams.fields, externalId: Schema.optionalKey(Schema.String) },
          { externalId: "Identifier of another system that the installation must have." }
        )
      ),
      success: Paging.of(InstallationView.InstallationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List installations of an integration")
      .annotate(OpenApi.Description, "Returns the installations in organizations that the caller administers.")
  )
  .add(
    HttpApiEndpoint.post("installIntegration", all, {
      params: integration,
      payload: InstallationInput.Create,
      success: InstallationView.InstallationView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Install an integration on an organization")
      .annotate(OpenApi.Description, "Installs the integration on an organization and agrees to its scopes.")
  )
  .add(
    HttpApiEndpoint.get("getIntegrationInstallationById", one, {
      params: installation,
      success: InstallationView.InstallationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get an installation")
      .annotate(OpenApi.Description, "Returns an installation with its configuration.")
  )
  .add(
    HttpApiEndpoint.patch("updateIntegrationInstallation", one, {
      params: installation,
      payload: InstallationInput.Patch,
      success: InstallationView.InstallationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update an installation")
      .annotate(OpenApi.Description, "Changes the configuration, the selected places or the scopes.")
  )
  .add(
    HttpApiEndpoint.delete("uninstallIntegration", one, {
      params: installation,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Uninstall an integration")
      .annotate(OpenApi.Description, "Removes what the integration has on spaces and sites too.")
  )
  .add(
    HttpApiEndpoint.get(
      "getOrganizationIntegrationStatus",
      "/orgs/:organizationId/integrations/:integrationName/installation_status",
      {
        params: inOrganization,
        success: InstallationView.InstallationStatusView,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Get the status of an integration")
      .annotate(OpenApi.Description, "Returns whether an integration that the organization installed works.")
  )
  .add(
    HttpApiEndpoint.post("createIntegrationInstallationToken", `${one}/tokens`, {
      params: installation,
      success: InstallationView.TokenView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create an installation token")
      .annotate(OpenApi.Description, "Requires the token of the integration and acts for the installation.")
  )
  .annotate(OpenApi.Title, "Installations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
