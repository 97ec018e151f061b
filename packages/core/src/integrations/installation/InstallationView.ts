import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import type { Urls } from "../../foundation/operation/Addresses.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { SiteView } from "../../sites/site/SiteView.ts"
import { SpaceView } from "../../spaces/space/SpaceView.ts"
import { type Integration, Scope } from "../integration/Integration.ts"
import { BlockView, IntegrationView } from "../integration/IntegrationView.ts"
import * as InstallationConfiguration from "./InstallationConfiguration.ts"
import { type Installation, Selection } from "./IntegrationInstallation.ts"
import type { PlaceInstallation } from "./PlaceInstallation.ts"
import { InstallationStatus, pendingScopesOf, scopesOf } from "./Reach.ts"

/** An integration in an organization, for its members who are not guests. */
export const InstallationView = Schema.Struct(
  describeFields(
    {
      id: InstallationId,
      status: InstallationStatus,
      space_selection: Selection,
      site_selection: Selection,
      /** How many spaces it is for. */
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
      /** What the integration may do here. */
      scopes: Schema.Array(Scope),
      /** What its newest version declares beyond that, until an administrator agrees. */
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

/** Whether an installation works. */
export const InstallationStatusView = Schema.Struct(
  describeFields({ status: InstallationStatus }, { status: "State of the installation." })
).annotate({
  identifier: "IntegrationInstallationState"
})
export type InstallationStatusView = typeof InstallationStatusView.Type

/** What an organization installed, with the integration as its newest version says it. */
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

/** Whether what an organization installed works, with the integration. */
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

/** Blocks that can be put into pages of a space, by integration. */
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

/** A token of an integration, good for an hour. */
export const TokenView = Schema.Struct(
  describeFields({ token: Schema.String }, { token: "Bearer token, shown only once." })
).annotate({ identifier: "IntegrationToken" })
export type TokenView = typeof TokenView.Type

/** A script that pages of a space would load. */
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

/** An integration on a space; the space itself where it is asked for. */
export const SpaceInstallationView = Schema.Struct(
  describeFields({ ...shared, space: Schema.Union([SpaceId, SpaceView]) }, { space: "Space on which it is installed." })
).annotate({
  identifier: "IntegrationSpaceInstallation"
})
export type SpaceInstallationView = typeof SpaceInstallationView.Type

/** An integration on a site; the site itself where it is asked for. */
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
