import {
  EmbeddedScripts,
  Input,
  InstallationView,
  IntegrationInstallation,
  SpaceId,
  SpaceInstallations
} from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { installation, integration } from "./Parameters.ts"

const place = Schema.Struct({ ...installation.fields, spaceId: SpaceId })

/** Whether to return the space instead of its id. */
const extent = Schema.Struct(
  Input.describeFields(
    { extended: Paging.Flag(false) },
    { extended: "Whether the space or site is returned in full instead of its id." }
  )
)

const all = "/integrations/:integrationName/installations/:installationId/spaces"
const one = "/integrations/:integrationName/installations/:installationId/spaces/:spaceId"

/** Installations on spaces. */
export class SpaceInstallationsApi extends Group.make(
  "spaceInstallations",
  "Installations on spaces",
  Endpoint.get("listIntegrationSpaceInstallations", "/integrations/:integrationName/spaces", {
    summary: "List spaces of an integration",
    description: "Returns the installations on spaces of organizations that the caller administers.",
    permission: Permission.allowing("token"),
    scope: "installed",
    params: integration,
    query: Schema.Struct(
      Input.describeFields(
        {
          ...Paging.UrlParams.fields,
          ...extent.fields,
          externalId: Schema.optionalKey(Schema.String)
        },
        { externalId: "Identifier in another system that the installation must have." }
      )
    ),
    success: Paging.of(InstallationView.SpaceInstallationView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listIntegrationInstallationSpaces", all, {
    summary: "List spaces of an installation",
    description: "Returns the spaces of an organization on which the integration is installed.",
    permission: Permission.hiding("organization:list-members"),
    scope: "installed",
    params: installation,
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...extent.fields }),
    success: Paging.of(InstallationView.SpaceInstallationView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("installIntegrationOnSpace", all, {
    summary: "Install on a space",
    description: "Selects a space for an integration that the organization installed.",
    permission: Permission.refusing({ all: ["organization:list-members", "spaces:create"] }),
    params: installation,
    query: extent,
    payload: IntegrationInstallation.SpaceCreate,
    success: InstallationView.SpaceInstallationView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getIntegrationSpaceInstallation", one, {
    summary: "Get a space installation",
    description: "Returns the installation of an integration on a space.",
    permission: Permission.hiding({ all: ["organization:list-members", "content:view"] }),
    scope: "installed",
    params: place,
    query: extent,
    success: InstallationView.SpaceInstallationView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateIntegrationSpaceInstallation", one, {
    summary: "Update a space installation",
    description: "Changes the configuration of an integration on a space.",
    permission: Permission.refusing({ all: ["organization:list-members", "content:create"] }),
    scope: "installed",
    params: place,
    query: extent,
    payload: IntegrationInstallation.PlacePatch,
    success: InstallationView.SpaceInstallationView,
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("uninstallIntegrationFromSpace", one, {
    summary: "Uninstall from a space",
    description: "Removes the integration from one space.",
    permission: Permission.deleting({ all: ["organization:list-members", "content:create"] }),
    params: place,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listSpaceIntegrationScripts", "/spaces/:spaceId/integration-scripts", {
    summary: "List integration scripts",
    description: "Returns the scripts that integrations embed in a space.",
    permission: Permission.hiding("content:view"),
    params: Schema.Struct({ spaceId: SpaceId }),
    success: Schema.Array(InstallationView.SpaceScriptView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const installations = yield* SpaceInstallations.SpaceInstallations
      const scripts = yield* EmbeddedScripts.EmbeddedScripts
      return {
        listIntegrationSpaceInstallations: ({ params: path, query }) =>
          installations.listOfIntegration(path.integrationName, query),
        listIntegrationInstallationSpaces: ({ params: path, query }) =>
          installations.list(path.integrationName, path.installationId, query),
        installIntegrationOnSpace: ({ params: path, payload, query }) =>
          withOwnLocation(installations.create(path.integrationName, path.installationId, payload, query)),
        getIntegrationSpaceInstallation: ({ params: path, query }) =>
          installations.get(path.integrationName, path.installationId, path.spaceId, query),
        updateIntegrationSpaceInstallation: ({ params: path, payload, query }) =>
          installations.update(path.integrationName, path.installationId, path.spaceId, payload, query),
        uninstallIntegrationFromSpace: ({ params: path }) =>
          respondRemoved(installations.remove(path.integrationName, path.installationId, path.spaceId)),
        listSpaceIntegrationScripts: ({ params: path }) => scripts.listOnSpace(path.spaceId)
      }
    })
  )
}
