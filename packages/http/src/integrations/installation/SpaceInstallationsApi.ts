import { Input, InstallationInput, InstallationView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { installation, integration } from "./Parameters.ts"

const place = Schema.Struct({ ...installation.fields, spaceId: SpaceId.SpaceId })

/** Whether the space itself is shown in place of its id. */
const extent = Schema.Struct(
  Input.describeFields(
    { extended: Paging.Flag(false) },
    { extended: "Whether the space or site is returned in full instead of its id." }
  )
)

const all = "/integrations/:integrationName/installations/:installationId/spaces"
const one = "/integrations/:integrationName/installations/:installationId/spaces/:spaceId"

/** Integrations on spaces. */
export class SpaceInstallationsApi extends HttpApiGroup.make("spaceInstallations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listIntegrationSpaceInstallations", "/integrations/:integrationName/spaces", {
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
      success: Paging.of(InstallationView.SpaceInstallationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List spaces of an integration")
      .annotate(
        OpenApi.Description,
        "Returns the installations on spaces of organizations that the caller administers."
      )
  )
  .add(
    HttpApiEndpoint.get("listIntegrationInstallationSpaces", all, {
      params: installation,
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...extent.fields }),
      success: Paging.of(InstallationView.SpaceInstallationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List spaces of an installation")
      .annotate(OpenApi.Description, "Returns the spaces of an organization on which the integration is installed.")
  )
  .add(
    HttpApiEndpoint.post("installIntegrationOnSpace", all, {
      params: installation,
      query: extent,
      payload: InstallationInput.SpaceCreate,
      success: InstallationView.SpaceInstallationView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Install on a space")
      .annotate(OpenApi.Description, "Selects a space for an integration that the organization installed.")
  )
  .add(
    HttpApiEndpoint.get("getIntegrationSpaceInstallation", one, {
      params: place,
      query: extent,
      success: InstallationView.SpaceInstallationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a space installation")
      .annotate(OpenApi.Description, "Returns what an integration has on a space.")
  )
  .add(
    HttpApiEndpoint.patch("updateIntegrationSpaceInstallation", one, {
      params: place,
      query: extent,
      payload: InstallationInput.PlacePatch,
      success: InstallationView.SpaceInstallationView,
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a space installation")
      .annotate(OpenApi.Description, "Changes the configuration of an integration on a space.")
  )
  .add(
    HttpApiEndpoint.delete("uninstallIntegrationFromSpace", one, {
      params: place,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Uninstall from a space")
      .annotate(OpenApi.Description, "Removes the integration from one space.")
  )
  .add(
    HttpApiEndpoint.get("listSpaceIntegrationScripts", "/spaces/:spaceId/integration-scripts", {
      params: Schema.Struct({ spaceId: SpaceId.SpaceId }),
      success: Schema.Array(InstallationView.SpaceScriptView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List integration scripts")
      .annotate(OpenApi.Description, "Returns the scripts that integrations embed in a space.")
  )
  .annotate(OpenApi.Title, "Installations on spaces")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
