import { Schema } from "effect"
import type * as Integration from "../integration/Integration.ts"
import { type DeclaredConfiguration, isComplete } from "./InstallationConfiguration.ts"
import type { Installation, Selection } from "./IntegrationInstallation.ts"
import type { PlaceInstallation, PlaceKind } from "./PlaceInstallation.ts"

export const InstallationStatus = Schema.Literals(["active", "pending", "paused"])
export type InstallationStatus = typeof InstallationStatus.Type

/** What of an integration decides where it is and whether it works there. */
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

/** Whether an installation on an organization does its work (rule installation-status). */
export const statusOf = (integration: Installable, self: Configured): InstallationStatus =>
  statusBy(integration, "account", self)

/** The same for an installation on a space or site, whatever the status on the organization is. */
export const placeStatusOf = (
  integration: Installable,
  self: Configured & Pick<PlaceInstallation, "kind">
): InstallationStatus => statusBy(integration, self.kind, self)

/** Whether an integration can be installed on things of a kind (rule installation-target). */
export const isFor = ({ target }: Installable, kind: PlaceKind): boolean => target === "all" || target === kind

/** Which places of a kind an installation is for. */
export const selectionOf = (self: Selecting, kind: PlaceKind): Selection =>
  kind === "space" ? self.spaceSelection : self.siteSelection

interface Declaring {
  readonly scopes: ReadonlyArray<Integration.Scope>
}

/** What an integration may do where it is installed: what it declares now and an administrator agreed to (rule installation-scopes). */
export const scopesOf = ({ scopes }: Declaring, { agreedScopes }: Pick<Installation, "agreedScopes">) =>
  scopes.filter((scope) => agreedScopes.includes(scope))

/** What it declares now and nobody agreed to so far. */
export const pendingScopesOf = ({ scopes }: Declaring, { agreedScopes }: Pick<Installation, "agreedScopes">) =>
  scopes.filter((scope) => !agreedScopes.includes(scope))

/** Whether an integration is for a place of its organization: it was installed there, or is on all of the kind. */
export const covers = (integration: Installable, self: Selecting, kind: PlaceKind, isInstalled: boolean): boolean =>
  isFor(integration, kind) && (isInstalled || selectionOf(self, kind) === "all")

/**
 * Whether an integration works on a space or site of the organization: it is for it, and active both in the
 * organization and there. `place` is what it has of its own there, if anything (rule installation-reach).
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
