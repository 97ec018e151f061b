import {
  Input,
  Installations,
  InstallationView,
  IntegrationInstallation,
  IntegrationTokens,
  OrganizationId
} from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { installation, integration } from "./Parameters.ts"

const inOrganization = Schema.Struct({ organizationId: OrganizationId, ...integration.fields })

const all = "/integrations/:integrationName/installations"
const one = "/integrations/:integrationName/installations/:installationId"

/** Installations on organizations. Guests cannot view them (rule installation-who). */
export class InstallationsApi extends Group.make(
  "installations",
  "Installations",
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
    payload: IntegrationInstallation.Create,
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
    payload: IntegrationInstallation.Patch,
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
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const installations = yield* Installations.Installations
      const tokens = yield* IntegrationTokens.IntegrationTokens
      return {
        listIntegrationInstallations: ({ params: path, query }) => installations.list(path.integrationName, query),
        installIntegration: ({ params: path, payload }) =>
          withOwnLocation(installations.create(path.integrationName, payload)),
        getIntegrationInstallationById: ({ params: path }) =>
          installations.get(path.integrationName, path.installationId),
        updateIntegrationInstallation: ({ params: path, payload }) =>
          installations.update(path.integrationName, path.installationId, payload),
        uninstallIntegration: ({ params: path }) =>
          respondRemoved(installations.remove(path.integrationName, path.installationId)),
        getOrganizationIntegrationStatus: ({ params: path }) =>
          installations.getStatus(path.organizationId, path.integrationName),
        createIntegrationInstallationToken: ({ params: path }) =>
          tokens.create(path.integrationName, path.installationId)
      }
    })
  )
}
