import { Input, InstallationInput, InstallationView, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { installation, integration } from "./Parameters.ts"

const inOrganization = Schema.Struct({ organizationId: OrganizationId.OrganizationId, ...integration.fields })

const all = "/integrations/:integrationName/installations"
const one = "/integrations/:integrationName/installations/:installationId"

/** Installations on organizations. Guests cannot view them (rule installation-who). */
export class InstallationsApi extends HttpApiGroup.make("installations", { topLevel: true })
  .add(
    Endpoint.get("listIntegrationInstallations", all, {
      summary: "List installations of an integration",
      description: "Returns the installations in organizations that the caller administers.",
      permission: Permission.allowing("token"),
      scope: "installed",
      params: integration,
      query: Schema.Struct(
        Input.describeFields(
          { ...Paging.UrlParams.fields, externalId: Schema.optionalKey(Schema.String) },
          { externalId: "Identifier in another system that the installation must have." }
        )
      ),
      success: Paging.of(InstallationView.InstallationView),
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.post("installIntegration", all, {
      summary: "Install an integration on an organization",
      description: "Installs the integration on an organization and accepts its scopes.",
      permission: { permission: "target:admin", without: { viewing: 403 } },
      params: integration,
      payload: InstallationInput.Create,
      success: InstallationView.InstallationView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
    }),
    Endpoint.get("getIntegrationInstallationById", one, {
      summary: "Get an installation",
      description: "Returns an installation with its configuration.",
      permission: Permission.hiding("organization:list-members"),
      scope: "installed",
      params: installation,
      success: InstallationView.InstallationView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.patch("updateIntegrationInstallation", one, {
      summary: "Update an installation",
      description: "Changes the configuration, the selected places or the scopes.",
      permission: Permission.refusing("organization:admin"),
      scope: "installed",
      params: installation,
      payload: InstallationInput.Patch,
      success: InstallationView.InstallationView,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.delete("uninstallIntegration", one, {
      summary: "Uninstall an integration",
      description: "Also removes the integration from spaces and sites.",
      permission: Permission.deleting("organization:admin"),
      params: installation,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.get(
      "getOrganizationIntegrationStatus",
      "/orgs/:organizationId/integrations/:integrationName/installation_status",
      {
        summary: "Get the status of an integration",
        description: "Returns whether an integration that the organization installed works.",
        permission: Permission.refusing("organization:list-members"),
        params: inOrganization,
        success: InstallationView.InstallationStatusView,
        error: [Errors.Forbidden, NotFound]
      }
    ),
    Endpoint.post("createIntegrationInstallationToken", `${one}/tokens`, {
      summary: "Create an installation token",
      description: "Requires the token of the integration. The new token acts as the installation.",
      permission: Permission.refusing("integration:self"),
      scope: "installed",
      params: installation,
      success: InstallationView.TokenView,
      error: [Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Installations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
