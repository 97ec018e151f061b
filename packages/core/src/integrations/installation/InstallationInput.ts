import { Equal, Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { type Integration, Scope } from "../integration/Integration.ts"
import { limits as integrationLimits } from "../integration/IntegrationInput.ts"
import * as InstallationConfiguration from "./InstallationConfiguration.ts"
import { type Installation, Selection } from "./IntegrationInstallation.ts"
import type { PlaceInstallation, PlaceKind } from "./PlaceInstallation.ts"

export const limits = {
  externalIdLength: 256,
  externalIds: 5,
  installationsPerOrganization: 100,
  /** Of one kind that one integration was installed on by themselves, in one organization. */
  placesPerInstallation: 1000
} as const

const ExternalIds = Schema.Array(singleLine(1, limits.externalIdLength)).pipe(
  Schema.check(
    Schema.isMaxLength(limits.externalIds, { expected: `at most ${limits.externalIds} items` }),
    Schema.isUnique({ expected: "items that differ" })
  )
)

const AgreedScopes = Schema.Array(Scope).pipe(
  Schema.check(
    Schema.isMaxLength(integrationLimits.names, { expected: `at most ${integrationLimits.names} items` }),
    Schema.isUnique({ expected: "items that differ" })
  )
)

/** Names the organization to install on. */
export const Create = closed(
  "IntegrationInstallationCreate",
  { organization: OrganizationId },
  { organization: "Organization that installs the integration." }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "IntegrationInstallationPatch",
  {
    /** In place of the whole configuration before. */
    configuration: optional(InstallationConfiguration.Configuration),
    externalIds: optional(ExternalIds),
    space_selection: optional(Selection),
    site_selection: optional(Selection),
    /** What the integration may do, in place of what was agreed to before. */
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

/** Official clients name the site by either; one of them is there. */
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
      (site === undefined) === (siteId === undefined) ? "must name the site, by site or siteId" : undefined
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

/** Changes what a patch names; the same installation if that is what it is already. */
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

/** The same for an installation on a space or site. */
export const patchPlace = (self: PlaceInstallation, changes: PlacePatch): PlaceInstallation => {
  const next = {
    ...self,
    configuration: changes.configuration ?? self.configuration,
    externalIds: changes.externalIds ?? self.externalIds
  }
  return Equal.equals(next, self) ? self : next
}

/** Somebody agrees to a scope that the newest version does not declare (rule installation-scopes). */
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
export const findUndeclared = ({ scopes = [] }: Patch, integration: Pick<Integration, "scopes">) => {
  const at = scopes.findIndex((scope) => !integration.scopes.includes(scope))
  const scope = scopes[at]
  return scope === undefined ? undefined : new ScopeNotDeclared({ path: `scopes.${at}`, scope })
}

/** The integration has no such installation, or none that the caller may know of (rule installation-who). */
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

/** An integration is installed once on an organization (rule installation-once). */
export class AlreadyInstalled extends Schema.TaggedError<AlreadyInstalled>()("AlreadyInstalled", {
  integration: Schema.String,
  organization: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.integration} is installed on organization ${this.organization} already`
  }
}

/** An integration is installed once on a space or site (rule installation-once). */
export class AlreadyInstalledThere extends Schema.TaggedError<AlreadyInstalledThere>()("AlreadyInstalledThere", {
  installation: Schema.String,
  place: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `installation ${this.installation} is on ${this.place} already`
  }
}

/** The integration says that it is for other things (rule installation-target). */
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
    return `${this.in} has ${this.most} installations, which is the most`
  }
}

export const describePlace = (kind: PlaceKind, id: string): string => `${kind} ${id}`
