import { Context, Effect, Layer, Schema } from "effect"
import { InstallationId, OrganizationId, SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { Addresses, type Urls } from "../../foundation/operation/Addresses.ts"
import { single } from "../../foundation/operation/Single.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { collection as treeCollection } from "../../people/placement/TreeLock.ts"
import { SiteView } from "../../sites/site/Site.ts"
import { SpaceView } from "../../spaces/space/Space.ts"
import { type Integration, collection as integrationCollection, Scope } from "../integration/Integration.ts"
import { BlockView, IntegrationView } from "../integration/IntegrationView.ts"
import * as InstallationConfiguration from "./InstallationConfiguration.ts"
import { type Installation, Selection } from "./IntegrationInstallation.ts"
import { type PlaceInstallation, collection as placeCollection } from "./PlaceInstallation.ts"
import { InstallationStatus, pendingScopesOf, scopesOf, statusOf } from "./Reach.ts"

/** An integration in an organization, for its members who are not guests. */
export const InstallationView = Schema.Struct(
  describeFields(
    {
      id: InstallationId,
      status: InstallationStatus,
      space_selection: Selection,
      site_selection: Selection,
      /** Number of spaces that it covers. */
      spaces: Schema.Int,
      configuration: InstallationConfiguration.Configuration,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: Schema.Struct(
        describeFields(
          { location: Schema.String, app: Schema.String, publicEndpoint: Schema.String },
          {
            publicEndpoint: "Address at which the script answers requests.",
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people."
          }
        )
      ),
      externalIds: Schema.Array(Schema.String),
      /** Scopes of the installation. */
      scopes: Schema.Array(Scope),
      /** Scopes that its newest version declares and no administrator has accepted yet. */
      pendingScopes: Schema.Array(Scope),
      target: Schema.Struct(
        describeFields({ organization: OrganizationId }, { organization: "Organization that installed it." })
      )
    },
    {
      status: "State of the installation.",
      space_selection: "Spaces on which it is installed: all or selected ones.",
      site_selection: "Sites on which it is installed: all or selected ones.",
      spaces: "Number of spaces on which it is installed.",
      configuration: "Values of the configuration, as the integration declares it.",
      externalIds: "Identifiers of other systems by which the integration finds it.",
      scopes: "What the installation may do.",
      pendingScopes: "Scopes that a newer version declares and no administrator has accepted yet.",
      target: "Where the integration is installed.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "IntegrationInstallation" })
export type InstallationView = typeof InstallationView.Type

/** Status of an installation. */
export const InstallationStatusView = Schema.Struct(
  describeFields({ status: InstallationStatus }, { status: "State of the installation." })
).annotate({
  identifier: "IntegrationInstallationState"
})
export type InstallationStatusView = typeof InstallationStatusView.Type

/** An installation with the newest version of its integration. */
export const InstalledIntegrationView = Schema.Struct(
  describeFields(
    {
      installation: InstallationView,
      integration: IntegrationView
    },
    { installation: "Installation of the integration.", integration: "Integration that is installed." }
  )
).annotate({ identifier: "InstalledIntegration" })
export type InstalledIntegrationView = typeof InstalledIntegrationView.Type

/** Status of an installation, with its integration. */
export const IntegrationStatusView = Schema.Struct(
  describeFields(
    {
      status: InstallationStatus,
      integration: IntegrationView
    },
    { status: "State of the installation.", integration: "Integration that is installed." }
  )
).annotate({ identifier: "InstalledIntegrationState" })
export type IntegrationStatusView = typeof IntegrationStatusView.Type

/** Blocks that can be inserted into pages of a space, by integration. */
export const SpaceBlocksView = Schema.Array(
  Schema.Struct(
    describeFields(
      { name: Schema.String, blocks: Schema.Array(BlockView) },
      { name: "Name of the integration.", blocks: "Blocks that can be inserted in the space." }
    )
  )
).annotate({
  identifier: "SpaceIntegrationBlocks"
})
export type SpaceBlocksView = typeof SpaceBlocksView.Type

/** A token of an integration, valid for an hour. */
export const TokenView = Schema.Struct(
  describeFields({ token: Schema.String }, { token: "Bearer token, shown only once." })
).annotate({ identifier: "IntegrationToken" })
export type TokenView = typeof TokenView.Type

/** A script that an integration embeds in a space. */
export const SpaceScriptView = Schema.Struct(
  describeFields(
    {
      script: Schema.String,
      contentSecurityPolicy: Schema.optionalKey(Schema.String),
      cookies: Schema.Boolean
    },
    {
      script: "Address of the script.",
      contentSecurityPolicy: "Sources that the script needs, as a content security policy.",
      cookies: "Whether the script needs the consent of readers to cookies."
    }
  )
).annotate({ identifier: "SpaceIntegrationScript" })
export type SpaceScriptView = typeof SpaceScriptView.Type

const shared = describeFields(
  {
    integration: Schema.String,
    installation: InstallationId,
    status: InstallationStatus,
    configuration: InstallationConfiguration.Configuration,
    externalIds: Schema.Array(Schema.String),
    urls: Schema.Struct(
      describeFields(
        { location: Schema.String, publicEndpoint: Schema.String },
        {
          publicEndpoint: "Address at which the script answers requests.",
          location: "Address of the object in the API."
        }
      )
    )
  },
  {
    integration: "Name of the integration.",
    status: "State of the installation.",
    configuration: "Values of the configuration, as the integration declares it.",
    externalIds: "Identifiers of other systems by which the integration finds it.",
    installation: "Installation of the integration.",
    urls: "Addresses that belong to the object."
  }
)

/** An installation on a space, with the space itself on request. */
export const SpaceInstallationView = Schema.Struct(
  describeFields({ ...shared, space: Schema.Union([SpaceId, SpaceView]) }, { space: "Space on which it is installed." })
).annotate({
  identifier: "IntegrationSpaceInstallation"
})
export type SpaceInstallationView = typeof SpaceInstallationView.Type

/** An installation on a site, with the site itself on request. */
export const SiteInstallationView = Schema.Struct(
  describeFields({ ...shared, site: Schema.Union([SiteId, SiteView]) }, { site: "Site on which it is installed." })
).annotate({
  identifier: "IntegrationSiteInstallation"
})
export type SiteInstallationView = typeof SiteInstallationView.Type

export interface InstallationContext extends Urls {
  /** The name of the integration as it was published. */
  readonly name: string
  readonly status: InstallationStatus
}

export interface OrganizationContext extends InstallationContext {
  readonly spaces: number
  readonly integration: Pick<Integration, "scopes">
}

export const view = (
  self: Installation,
  { app, base, integration, name, sites, spaces, status }: OrganizationContext
): InstallationView => ({
  id: self.id,
  status,
  space_selection: self.spaceSelection,
  site_selection: self.siteSelection,
  spaces,
  configuration: self.configuration,
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  urls: {
    location: `${base}/v1/integrations/${name}/installations/${self.id}`,
    app: `${app}/o/${self.organization}/integrations/${name}`,
    publicEndpoint: `${sites}/integrations/${name}/installations/${self.id}/fetch`
  },
  externalIds: self.externalIds,
  scopes: scopesOf(integration, self),
  pendingScopes: pendingScopesOf(integration, self),
  target: { organization: self.organization }
})

/** What the views of installations on spaces and on sites have in common. */
export const viewShared = (self: PlaceInstallation, { base, name, sites, status }: InstallationContext) => {
  const path = `integrations/${name}/installations/${self.installation}/${self.kind}s/${self.place}`
  return {
    integration: name,
    installation: self.installation,
    status,
    configuration: self.configuration,
    externalIds: self.externalIds,
    urls: { location: `${base}/v1/${path}`, publicEndpoint: `${sites}/${path}/fetch` }
  }
}

/** An installation with its integration. */
export interface InstalledIntegration {
  readonly installation: Installation
  readonly integration: Integration
}

/** Views of installations, with a constant number of queries for a whole page. */
export class InstallationViews extends Context.Service<InstallationViews>()("@quire/core/InstallationViews", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const integrations = yield* Repository.make(integrationCollection)
    const places = yield* Repository.make(placeCollection)
    const trees = yield* Repository.make(treeCollection)

    /** Number of spaces that each installation covers (rule installation-spaces). */
    const countSpaces = Effect.fnUntraced(function* (selves: ReadonlyArray<Installation>) {
      const onAll = selves.filter(({ spaceSelection }) => spaceSelection === "all")
      const onSome = selves.filter(({ spaceSelection }) => spaceSelection === "selected").map(({ id }) => id)
      const rows = onAll.length === 0 ? new Map() : yield* trees.getMany(onAll.map(({ organization }) => organization))
      const counts =
        onSome.length === 0
          ? new Map()
          : yield* places.countEach("ofInstallation", "installation", onSome, { kind: "space" })
      return ({ id, organization, spaceSelection }: Installation): number =>
        spaceSelection === "all" ? (rows.get(organization)?.counters["spaces"] ?? 0) : (counts.get(id) ?? 0)
    })

    const many = Effect.fnUntraced(function* (installed: ReadonlyArray<InstalledIntegration>) {
      const spacesOf = yield* countSpaces(installed.map(({ installation }) => installation))
      return installed.map(
        ({ installation, integration }): InstallationView =>
          view(installation, {
            ...addresses,
            integration,
            name: integration.name,
            spaces: spacesOf(installation),
            status: statusOf(integration, installation)
          })
      )
    })

    const one = (installed: InstalledIntegration) => single(many([installed]))

    /** The installations with their integrations, in the given order. */
    const withIntegrations = Effect.fnUntraced(function* (selves: ReadonlyArray<Installation>) {
      const found = yield* integrations.getMany(selves.map(({ integration }) => integration))
      return selves.flatMap((installation): ReadonlyArray<InstalledIntegration> => {
        const integration = found.get(installation.integration)?.value
        return integration === undefined ? [] : [{ installation, integration }]
      })
    })

    return { many, one, withIntegrations } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
