import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import type { Urls } from "../../foundation/operation/Addresses.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { SiteView } from "../../sites/site/SiteView.ts"
import { SpaceView } from "../../spaces/space/SpaceView.ts"
import { type Integration, Scope } from "../integration/Integration.ts"
import { BlockView, IntegrationView } from "../integration/IntegrationView.ts"
import { Configuration } from "./InstallationConfiguration.ts"
import { type Installation, Selection } from "./IntegrationInstallation.ts"
import type { PlaceInstallation } from "./PlaceInstallation.ts"
import { InstallationStatus, pendingScopesOf, scopesOf } from "./Reach.ts"

/** An integration in an organization, for its members who are not guests. */
export const InstallationView = Schema.Struct({
  id: InstallationId,
  status: InstallationStatus,
  space_selection: Selection,
  site_selection: Selection,
  /** How many spaces it is for. */
  spaces: Schema.Int,
  configuration: Configuration,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Schema.Struct({ location: Schema.String, app: Schema.String, publicEndpoint: Schema.String }),
  externalIds: Schema.Array(Schema.String),
  /** What the integration may do here. */
  scopes: Schema.Array(Scope),
  /** What its newest version declares beyond that, until an administrator agrees. */
  pendingScopes: Schema.Array(Scope),
  target: Schema.Struct({ organization: OrganizationId })
}).annotate({ identifier: "IntegrationInstallation" })
export type InstallationView = typeof InstallationView.Type

/** Whether an installation works. */
export const InstallationStatusView = Schema.Struct({ status: InstallationStatus }).annotate({
  identifier: "IntegrationInstallationState"
})
export type InstallationStatusView = typeof InstallationStatusView.Type

/** What an organization installed, with the integration as its newest version says it. */
export const InstalledIntegrationView = Schema.Struct({
  installation: InstallationView,
  integration: IntegrationView
}).annotate({ identifier: "InstalledIntegration" })
export type InstalledIntegrationView = typeof InstalledIntegrationView.Type

/** Whether what an organization installed works, with the integration. */
export const IntegrationStatusView = Schema.Struct({
  status: InstallationStatus,
  integration: IntegrationView
}).annotate({ identifier: "InstalledIntegrationState" })
export type IntegrationStatusView = typeof IntegrationStatusView.Type

/** Blocks that can be put into pages of a space, by integration. */
export const SpaceBlocksView = Schema.Array(
  Schema.Struct({ name: Schema.String, blocks: Schema.Array(BlockView) })
).annotate({
  identifier: "SpaceIntegrationBlocks"
})
export type SpaceBlocksView = typeof SpaceBlocksView.Type

/** A token of an integration, good for an hour. */
export const TokenView = Schema.Struct({ token: Schema.String }).annotate({ identifier: "IntegrationToken" })
export type TokenView = typeof TokenView.Type

/** A script that pages of a space would load. */
export const SpaceScriptView = Schema.Struct({
  script: Schema.String,
  contentSecurityPolicy: Schema.optionalKey(Schema.String),
  cookies: Schema.Boolean
}).annotate({ identifier: "SpaceIntegrationScript" })
export type SpaceScriptView = typeof SpaceScriptView.Type

const shared = {
  integration: Schema.String,
  installation: InstallationId,
  status: InstallationStatus,
  configuration: Configuration,
  externalIds: Schema.Array(Schema.String),
  urls: Schema.Struct({ location: Schema.String, publicEndpoint: Schema.String })
}

/** An integration on a space; the space itself where it is asked for. */
export const SpaceInstallationView = Schema.Struct({ ...shared, space: Schema.Union([SpaceId, SpaceView]) }).annotate({
  identifier: "IntegrationSpaceInstallation"
})
export type SpaceInstallationView = typeof SpaceInstallationView.Type

/** An integration on a site; the site itself where it is asked for. */
export const SiteInstallationView = Schema.Struct({ ...shared, site: Schema.Union([SiteId, SiteView]) }).annotate({
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
