import type { Role } from "../../people/access/Role.ts"
import type { Installation } from "../installation/IntegrationInstallation.ts"
import type { PlaceKind } from "../installation/PlaceInstallation.ts"
import { covers, scopesOf } from "../installation/Reach.ts"
import type { Integration } from "../integration/Integration.ts"
import { type InstallationChange, placeOf } from "./InstallationReportsInput.ts"

/** An installation and the spaces and sites on which it was individually installed. */
export interface InstallationPicture {
  readonly integration: Integration
  readonly installation: Installation
  readonly places: ReadonlySet<string>
}

interface InstallationTarget {
  readonly kind: PlaceKind
  readonly id: string
}

const installationAfter = (change: InstallationChange, self: Installation): Installation =>
  change.type === "installation-selection"
    ? {
        ...self,
        spaceSelection: change.spaceSelection ?? self.spaceSelection,
        siteSelection: change.siteSelection ?? self.siteSelection
      }
    : self

const isInstalledAfter = (change: InstallationChange, { id }: InstallationTarget, isInstalled: boolean): boolean =>
  change.type === "installation-place" && placeOf(change)?.id === id ? change.installed : isInstalled

/** Compares the role of an installation on a space or site before and after a change. */
export const compareOn = (change: InstallationChange, { installation, integration, places }: InstallationPicture) => {
  const after = installationAfter(change, installation)
  const role: Role = scopesOf(integration, installation).includes("space:content:write") ? "edit" : "read"
  return (place: InstallationTarget): { readonly before: Role | null; readonly after: Role | null } => {
    if (!integration.isPublished) return { before: null, after: null }
    const was = places.has(place.id)
    const is = isInstalledAfter(change, place, was)
    const stays = change.type !== "installation-removed" && covers(integration, after, place.kind, is)
    return { before: covers(integration, installation, place.kind, was) ? role : null, after: stays ? role : null }
  }
}
