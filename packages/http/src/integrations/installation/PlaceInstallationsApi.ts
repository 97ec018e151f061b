import {
  EmbeddedScripts,
  Input,
  InstallationView,
  IntegrationInstallation,
  SiteId,
  SiteInstallations,
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

/** Whether to return the space or site instead of its id. */
const extent = Schema.Struct(
  Input.describeFields(
    { extended: Paging.Flag(false) },
    { extended: "Whether the space or site is returned in full instead of its id." }
  )
)

interface Place<Fields, View, Create> {
  readonly noun: string
  /** The path parameter that names the space or site. */
  readonly fields: Fields
  readonly view: View
  readonly create: Create
  /** The permissions to install on it, and to change or remove an installation. */
  readonly install: Permission.Permission
  readonly manage: Permission.Permission
}

/** What the endpoints of installations on spaces or on sites declare, apart from their names and paths. */
const declarations = <Fields extends Schema.Struct.Fields, View extends Schema.Top, Create extends Schema.Top>({
  create,
  fields,
  install,
  manage,
  noun,
  view
}: Place<Fields, View, Create>) => {
  const place = Schema.Struct({ ...installation.fields, ...fields })
  const error = [Errors.Forbidden, NotFound] as const
  return {
    listOfIntegration: {
      summary: `List ${noun}s of an integration`,
      description: `Returns the installations on ${noun}s of organizations that the caller administers.`,
      permission: Permission.allowing("token"),
      scope: "installed",
      params: integration,
      query: Schema.Struct(
        Input.describeFields(
          { ...Paging.UrlParams.fields, ...extent.fields, externalId: Schema.optionalKey(Schema.String) },
          { externalId: "Identifier in another system that the installation must have." }
        )
      ),
      success: Paging.of(view),
      error
    },
    list: {
      summary: `List ${noun}s of an installation`,
      description: `Returns the ${noun}s of an organization on which the integration is installed.`,
      permission: Permission.hiding("organization:list-members"),
      scope: "installed",
      params: installation,
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...extent.fields }),
      success: Paging.of(view),
      error
    },
    install: {
      summary: `Install on a ${noun}`,
      description: `Selects a ${noun} for an integration that the organization installed.`,
      permission: Permission.refusing(install),
      params: installation,
      query: extent,
      payload: create,
      success: view.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    },
    get: {
      summary: `Get a ${noun} installation`,
      description: `Returns the installation of an integration on a ${noun}.`,
      permission: Permission.hiding({ all: ["organization:list-members", "content:view"] }),
      scope: "installed",
      params: place,
      query: extent,
      success: view,
      error
    },
    update: {
      summary: `Update a ${noun} installation`,
      description: `Changes the configuration of an integration on a ${noun}.`,
      permission: Permission.refusing(manage),
      scope: "installed",
      params: place,
      query: extent,
      payload: IntegrationInstallation.PlacePatch,
      success: view,
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    },
    uninstall: {
      summary: `Uninstall from a ${noun}`,
      description: `Removes the integration from one ${noun}.`,
      permission: Permission.deleting(manage),
      params: place,
      success: [Removed, Absent],
      error
    }
  } as const
}

const space = declarations({
  noun: "space",
  fields: { spaceId: SpaceId },
  view: InstallationView.SpaceInstallationView,
  create: IntegrationInstallation.SpaceCreate,
  install: { all: ["organization:list-members", "spaces:create"] },
  manage: { all: ["organization:list-members", "content:create"] }
})

const spaces = "/integrations/:integrationName/installations/:installationId/spaces"

/** Installations on spaces. */
export class SpaceInstallationsApi extends Group.make(
  "spaceInstallations",
  "Installations on spaces",
  Endpoint.get("listIntegrationSpaceInstallations", "/integrations/:integrationName/spaces", space.listOfIntegration),
  Endpoint.get("listIntegrationInstallationSpaces", spaces, space.list),
  Endpoint.post("installIntegrationOnSpace", spaces, space.install),
  Endpoint.get("getIntegrationSpaceInstallation", `${spaces}/:spaceId`, space.get),
  Endpoint.patch("updateIntegrationSpaceInstallation", `${spaces}/:spaceId`, space.update),
  Endpoint.delete("uninstallIntegrationFromSpace", `${spaces}/:spaceId`, space.uninstall),
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
        listIntegrationSpaceInstallations: ({ params, query }) =>
          installations.listOfIntegration(params.integrationName, query),
        listIntegrationInstallationSpaces: ({ params, query }) =>
          installations.list(params.integrationName, params.installationId, query),
        installIntegrationOnSpace: ({ params, payload, query }) =>
          withOwnLocation(installations.create(params.integrationName, params.installationId, payload, query)),
        getIntegrationSpaceInstallation: ({ params, query }) =>
          installations.get(params.integrationName, params.installationId, params.spaceId, query),
        updateIntegrationSpaceInstallation: ({ params, payload, query }) =>
          installations.update(params.integrationName, params.installationId, params.spaceId, payload, query),
        uninstallIntegrationFromSpace: ({ params }) =>
          respondRemoved(installations.remove(params.integrationName, params.installationId, params.spaceId)),
        listSpaceIntegrationScripts: ({ params }) => scripts.listOnSpace(params.spaceId)
      }
    })
  )
}

const site = declarations({
  noun: "site",
  fields: { siteId: SiteId },
  view: InstallationView.SiteInstallationView,
  create: IntegrationInstallation.SiteCreate,
  install: "organization:admin",
  manage: "organization:admin"
})

const sites = "/integrations/:integrationName/installations/:installationId/sites"

/** Installations on sites. */
export class SiteInstallationsApi extends Group.make(
  "siteInstallations",
  "Installations on sites",
  Endpoint.get("listIntegrationSiteInstallations", "/integrations/:integrationName/sites", site.listOfIntegration),
  Endpoint.get("listIntegrationInstallationSites", sites, site.list),
  Endpoint.post("installIntegrationOnSite", sites, site.install),
  Endpoint.get("getIntegrationSiteInstallation", `${sites}/:siteId`, site.get),
  Endpoint.patch("updateIntegrationSiteInstallation", `${sites}/:siteId`, site.update),
  Endpoint.delete("uninstallIntegrationFromSite", `${sites}/:siteId`, site.uninstall)
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const installations = yield* SiteInstallations.SiteInstallations
      return {
        listIntegrationSiteInstallations: ({ params, query }) =>
          installations.listOfIntegration(params.integrationName, query),
        listIntegrationInstallationSites: ({ params, query }) =>
          installations.list(params.integrationName, params.installationId, query),
        installIntegrationOnSite: ({ params, payload, query }) =>
          withOwnLocation(installations.create(params.integrationName, params.installationId, payload, query)),
        getIntegrationSiteInstallation: ({ params, query }) =>
          installations.get(params.integrationName, params.installationId, params.siteId, query),
        updateIntegrationSiteInstallation: ({ params, payload, query }) =>
          installations.update(params.integrationName, params.installationId, params.siteId, payload, query),
        uninstallIntegrationFromSite: ({ params }) =>
          respondRemoved(installations.remove(params.integrationName, params.installationId, params.siteId))
      }
    })
  )
}
