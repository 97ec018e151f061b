import { Schema } from "effect"
import type * as Integration from "../integration/Integration.ts"
import { type DeclaredConfiguration, isComplete } from "./InstallationConfiguration.ts"
import type { Installation, Selection } from "./IntegrationInstallation.ts"
import type { PlaceInstallation, PlaceKind } from "./PlaceInstallation.ts"

export const InstallationStatus = Schema.Literals(["active", "pending", "paused"])
export type InstallationStatus = typeof InstallationStatus.Type

/** The properties of an integration that determine where it is installed and active. */
export interface Installable {
  readonly isPublished: boolean
  readonly target: string
  readonly configurations: {
    readonly account?: DeclaredConfiguration | undefined
    readonly space?: DeclaredConfiguration | undefined
    readonly site?: DeclaredConfiguration | undefined
  } | null
}

type Selecting = Pick<Installation, "spaceSelection" | "siteSelection">
type Configured = Pick<Installation, "configuration">

const statusBy = (
  integration: Installable,
  level: "account" | PlaceKind,
  { configuration }: Configured
): InstallationStatus => {
  if (!integration.isPublished) return "paused"
  return isComplete(configuration, integration.configurations?.[level]) ? "active" : "pending"
}

/** Status of an installation on an organization (rule installation-status). */
export const statusOf = (integration: Installable, self: Configured): InstallationStatus =>
  statusBy(integration, "account", self)

/** The same for an installation on a space or site, regardless of the status on the organization. */
export const placeStatusOf = (
  integration: Installable,
  self: Configured & Pick<PlaceInstallation, "kind">
): InstallationStatus => statusBy(integration, self.kind, self)

/** Whether an integration can be installed on targets of a kind (rule installation-target). */
export const isFor = ({ target }: Installable, kind: PlaceKind): boolean => target === "all" || target === kind

/** Spaces or sites that an installation covers. */
export const selectionOf = (self: Selecting, kind: PlaceKind): Selection =>
  kind === "space" ? self.spaceSelection : self.siteSelection

interface Declaring {
  readonly scopes: ReadonlyArray<Integration.Scope>
}

/**
 * Effective scopes of an installation: those that are declared now and were accepted by an administrator (rule
 * installation-scopes).
 */
export const scopesOf = ({ scopes }: Declaring, { agreedScopes }: Pick<Installation, "agreedScopes">) =>
  scopes.filter((scope) => agreedScopes.includes(scope))

/** Scopes that are declared now and not accepted yet. */
export const pendingScopesOf = ({ scopes }: Declaring, { agreedScopes }: Pick<Installation, "agreedScopes">) =>
  scopes.filter((scope) => !agreedScopes.includes(scope))

/**
 * Whether an integration covers a space or site of its organization: it was installed there, or covers all of that
 * kind.
 */
export const covers = (integration: Installable, self: Selecting, kind: PlaceKind, isInstalled: boolean): boolean =>
  isFor(integration, kind) && (isInstalled || selectionOf(self, kind) === "all")

/**
 * Whether an integration is active on a space or site of the organization: it covers it and is active both in the
 * organization and there. `place` is its own row there, if any (rule installation-reach).
 */
export const isOn = (
  integration: Installable,
  self: Selecting & Configured,
  kind: PlaceKind,
  place: Configured | undefined
): boolean =>
  covers(integration, self, kind, place !== undefined) &&
  statusOf(integration, self) === "active" &&
  statusBy(integration, kind, place ?? { configuration: {} }) === "active"
