import { Input, InstallationView, IntegrationInstallation, SiteId, SiteInstallations } from "@quire/core"
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

const place = Schema.Struct({ ...installation.fields, siteId: SiteId })

/** Whether to return the site instead of its id. */
const extent = Schema.Struct(
  Input.describeFields(
    { extended: Paging.Flag(false) },
    { extended: "Whether the space or site is returned in full instead of its id." }
  )
)

const all = "/integrations/:integrationName/installations/:installationId/sites"
const one = "/integrations/:integrationName/installations/:installationId/sites/:siteId"

/** Installations on sites. */
export class SiteInstallationsApi extends Group.make(
  "siteInstallations",
  "Installations on sites",
  Endpoint.get("listIntegrationSiteInstallations", "/integrations/:integrationName/sites", {
    summary: "List sites of an integration",
    description: "Returns the installations on sites of organizations that the caller administers.",
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
    success: Paging.of(InstallationView.SiteInstallationView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listIntegrationInstallationSites", all, {
    summary: "List sites of an installation",
    description: "Returns the sites of an organization on which the integration is installed.",
    permission: Permission.hiding("organization:list-members"),
    scope: "installed",
    params: installation,
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...extent.fields }),
    success: Paging.of(InstallationView.SiteInstallationView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("installIntegrationOnSite", all, {
    summary: "Install on a site",
    description: "Selects a site for an integration that the organization installed.",
    permission: Permission.refusing("organization:admin"),
    params: installation,
    query: extent,
    payload: IntegrationInstallation.SiteCreate,
    success: InstallationView.SiteInstallationView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getIntegrationSiteInstallation", one, {
    summary: "Get a site installation",
    description: "Returns the installation of an integration on a site.",
    permission: Permission.hiding({ all: ["organization:list-members", "content:view"] }),
    scope: "installed",
    params: place,
    query: extent,
    success: InstallationView.SiteInstallationView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateIntegrationSiteInstallation", one, {
    summary: "Update a site installation",
    description: "Changes the configuration of an integration on a site.",
    permission: Permission.refusing("organization:admin"),
    scope: "installed",
    params: place,
    query: extent,
    payload: IntegrationInstallation.PlacePatch,
    success: InstallationView.SiteInstallationView,
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("uninstallIntegrationFromSite", one, {
    summary: "Uninstall from a site",
    description: "Removes the integration from one site.",
    permission: Permission.deleting("organization:admin"),
    params: place,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const installations = yield* SiteInstallations.SiteInstallations
      return {
        listIntegrationSiteInstallations: ({ params: path, query }) =>
          installations.listOfIntegration(path.integrationName, query),
        listIntegrationInstallationSites: ({ params: path, query }) =>
          installations.list(path.integrationName, path.installationId, query),
        installIntegrationOnSite: ({ params: path, payload, query }) =>
          withOwnLocation(installations.create(path.integrationName, path.installationId, payload, query)),
        getIntegrationSiteInstallation: ({ params: path, query }) =>
          installations.get(path.integrationName, path.installationId, path.siteId, query),
        updateIntegrationSiteInstallation: ({ params: path, payload, query }) =>
          installations.update(path.integrationName, path.installationId, path.siteId, payload, query),
        uninstallIntegrationFromSite: ({ params: path }) =>
          respondRemoved(installations.remove(path.integrationName, path.installationId, path.siteId))
      }
    })
  )
}
