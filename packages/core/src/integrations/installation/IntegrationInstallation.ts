import { Effect, Equal, Schema } from "effect"
import { InstallationId, OrganizationId, SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import * as Integration from "../integration/Integration.ts"
import { limits as integrationLimits } from "../integration/IntegrationInput.ts"
import * as InstallationConfiguration from "./InstallationConfiguration.ts"

/** Whether an integration covers all spaces or sites, or only selected ones. */
export const Selection = Schema.Literals(["all", "selected"])
export type Selection = typeof Selection.Type

/**
 * An integration in an organization, as stored. Its status follows from what the integration declares
 * (rule installation-status).
 */
export const Installation = Schema.Struct({
  id: InstallationId,
  /** The id of the integration, which is its name folded. */
  integration: Schema.String,
  organization: OrganizationId,
  configuration: InstallationConfiguration.Configuration,
  spaceSelection: Selection,
  siteSelection: Selection,
  externalIds: Schema.Array(Schema.String),
  /** Scopes that an administrator accepted, of those declared at the time (rule installation-scopes). */
  agreedScopes: Schema.Array(Integration.Scope).pipe(Schema.withDecodingDefaultType(Effect.succeed([]))),
  createdAt: Instant,
  updatedAt: Instant
})
export type Installation = typeof Installation.Type

export const collection = Repository.collection({
  name: "integration_installations",
  schema: Installation,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    integration: { kind: "text", of: (self) => self.integration },
    externalIds: { kind: "set", of: (self) => self.externalIds }
  },
  indexes: {
    inOrganization: { on: ["organization"] },
    ofIntegration: { on: ["integration"] },
    ofIntegrationIn: { on: ["integration", "organization"] }
  },
  unique: { pair: { on: ["organization", "integration"] } },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "integration", to: "integrations", onDelete: "restrict" }
  ],
  counters: [],
  rank: 3
})

export const limits = {
  externalIdLength: 256,
  externalIds: 5,
  installationsPerOrganization: 100,
  /** Maximum number of individually selected spaces or sites of one integration in one organization. */
  placesPerInstallation: 1000
} as const

const ExternalIds = Schema.Array(singleLine(1, limits.externalIdLength)).pipe(
  Schema.check(
    Schema.isMaxLength(limits.externalIds, { expected: `at most ${limits.externalIds} items` }),
    Schema.isUnique({ expected: "items that differ" })
  )
)

const AgreedScopes = Schema.Array(Integration.Scope).pipe(
  Schema.check(
    Schema.isMaxLength(integrationLimits.names, { expected: `at most ${integrationLimits.names} items` }),
    Schema.isUnique({ expected: "items that differ" })
  )
)

/** Input to install an integration on an organization. */
export const Create = closed(
  "IntegrationInstallationCreate",
  { organization: OrganizationId },
  { organization: "Organization that installs the integration." }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "IntegrationInstallationPatch",
  {
    /** Replaces the whole configuration. */
    configuration: optional(InstallationConfiguration.Configuration),
    externalIds: optional(ExternalIds),
    space_selection: optional(Selection),
    site_selection: optional(Selection),
    /** Accepted scopes; replaces the previous ones. */
    scopes: optional(AgreedScopes)
  },
  {
    scopes: "What the integration may do.",
    space_selection: "Spaces on which it is installed: all or selected ones.",
    site_selection: "Sites on which it is installed: all or selected ones.",
    configuration: "Values of the configuration, as the integration declares it.",
    externalIds: "Identifiers of other systems by which the integration finds it."
  }
)
export type Patch = typeof Patch.Type

export const SpaceCreate = closed(
  "IntegrationSpaceInstallationCreate",
  { space: SpaceId },
  { space: "Space on which the integration is installed." }
)
export type SpaceCreate = typeof SpaceCreate.Type

/** Official clients send either field; exactly one is required. */
export const SiteCreate = closed(
  "IntegrationSiteInstallationCreate",
  {
    site: optional(SiteId),
    siteId: optional(SiteId)
  },
  {
    site: "Site on which it is installed; exactly one of `site` and `siteId`.",
    siteId: "Site on which it is installed; exactly one of `site` and `siteId`."
  }
).pipe(
  Schema.check(
    Schema.makeFilter(({ site, siteId }) =>
      (site === undefined) === (siteId === undefined) ? "must have site or siteId" : undefined
    )
  )
)
export type SiteCreate = typeof SiteCreate.Type

export const PlacePatch = closed(
  "IntegrationPlaceInstallationPatch",
  {
    configuration: optional(InstallationConfiguration.Configuration),
    externalIds: optional(ExternalIds)
  },
  {
    configuration: "Values of the configuration, as the integration declares it.",
    externalIds: "Identifiers of other systems by which the integration finds it."
  }
)
export type PlacePatch = typeof PlacePatch.Type

/** Applies a patch; returns the same installation if nothing changes. */
export const patch = (self: Installation, changes: Patch): Installation => {
  const next = {
    ...self,
    configuration: changes.configuration ?? self.configuration,
    externalIds: changes.externalIds ?? self.externalIds,
    spaceSelection: changes.space_selection ?? self.spaceSelection,
    siteSelection: changes.site_selection ?? self.siteSelection,
    agreedScopes: changes.scopes ?? self.agreedScopes
  }
  return Equal.equals(next, self) ? self : next
}

/** A scope to accept is not declared by the newest version (rule installation-scopes). */
export class ScopeNotDeclared extends Schema.TaggedError<ScopeNotDeclared>()("ScopeNotDeclared", {
  path: Schema.String,
  scope: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.path}: the newest version of the integration does not declare ${this.scope}`
  }
  get details() {
    return [{ path: this.path, rule: "must be a scope that the newest version of the integration declares" }]
  }
}

/** The first scope of a patch that the integration does not declare. */
export const findUndeclared = ({ scopes = [] }: Patch, integration: Pick<Integration.Integration, "scopes">) => {
  const at = scopes.findIndex((scope) => !integration.scopes.includes(scope))
  const scope = scopes[at]
  return scope === undefined ? undefined : new ScopeNotDeclared({ path: `scopes.${at}`, scope })
}

/** The integration has no such installation, or the caller may not know of it (rule installation-who). */
export class InstallationNotFound extends Schema.TaggedError<InstallationNotFound>()("InstallationNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `installation ${this.id} does not exist`
  }
}

/** The integration is not installed there. */
export class NotInstalledThere extends Schema.TaggedError<NotInstalledThere>()("NotInstalledThere", {
  installation: Schema.String,
  place: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `installation ${this.installation} is not on ${this.place}`
  }
}

/** The integration is already installed on the organization (rule installation-once). */
export class AlreadyInstalled extends Schema.TaggedError<AlreadyInstalled>()("AlreadyInstalled", {
  integration: Schema.String,
  organization: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.integration} is already installed on organization ${this.organization}`
  }
}

/** The integration is already installed on the space or site (rule installation-once). */
export class AlreadyInstalledThere extends Schema.TaggedError<AlreadyInstalledThere>()("AlreadyInstalledThere", {
  installation: Schema.String,
  place: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `installation ${this.installation} is already on ${this.place}`
  }
}

/** The integration does not support this kind of target (rule installation-target). */
export class NotForTarget extends Schema.TaggedError<NotForTarget>()("NotForTarget", {
  integration: Schema.String,
  target: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `${this.integration} cannot be installed on a ${this.target}`
  }
}

/** The organization or the installation has reached its limit (rule installation-limits). */
export class TooManyInstallations extends Schema.TaggedError<TooManyInstallations>()("TooManyInstallations", {
  in: Schema.String,
  most: Schema.Int
}) {
  readonly kind = "limit" as const
  override get message() {
    return `${this.in} has reached the limit of ${this.most} installations`
  }
}
