import { Equal, Schema } from "effect"
import { InstallationId, OrganizationId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import * as InstallationConfiguration from "./InstallationConfiguration.ts"
import type { Installation, PlacePatch } from "./IntegrationInstallation.ts"

/** Kinds of targets other than organizations. */
export const PlaceKind = Schema.Literals(["space", "site"])
export type PlaceKind = typeof PlaceKind.Type

/** An integration on one space or site of an organization that it is installed on, as stored (rule installation-place). */
export const PlaceInstallation = Schema.Struct({
  id: Schema.String,
  installation: InstallationId,
  integration: Schema.String,
  organization: OrganizationId,
  kind: PlaceKind,
  /** The id of the space or site. */
  place: Schema.String,
  configuration: InstallationConfiguration.Configuration,
  externalIds: Schema.Array(Schema.String),
  createdAt: Instant,
  updatedAt: Instant
})
export type PlaceInstallation = typeof PlaceInstallation.Type

/** Name of a space or site in error messages. */
export const describePlace = (kind: PlaceKind, id: string): string => `${kind} ${id}`

export const rowId = (installation: string, place: string): string => `${installation}.${place}`

/** The implicit installation on a space or site that is covered by `all` and has no row (rule installation-place). */
export const empty = (
  { id, integration, organization }: Pick<Installation, "id" | "integration" | "organization">,
  { at, kind, place }: { readonly kind: PlaceKind; readonly place: string; readonly at: number }
): PlaceInstallation => ({
  id: rowId(id, place),
  installation: id,
  integration,
  organization,
  kind,
  place,
  configuration: {},
  externalIds: [],
  createdAt: at,
  updatedAt: at
})

/** Applies a patch; returns the same installation if nothing changes. */
export const patchPlace = (self: PlaceInstallation, changes: PlacePatch): PlaceInstallation => {
  const next = {
    ...self,
    configuration: changes.configuration ?? self.configuration,
    externalIds: changes.externalIds ?? self.externalIds
  }
  return Equal.equals(next, self) ? self : next
}

export const collection = Repository.collection({
  name: "place_installations",
  schema: PlaceInstallation,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    integration: { kind: "text", of: (self) => self.integration },
    installation: { kind: "text", of: (self) => self.installation },
    kind: { kind: "text", of: (self) => self.kind },
    place: { kind: "text", of: (self) => self.place },
    externalIds: { kind: "set", of: (self) => self.externalIds }
  },
  indexes: {
    ofInstallation: { on: ["installation", "kind"] },
    onPlace: { on: ["place"] },
    ofIntegration: { on: ["integration", "kind"] },
    ofIntegrationIn: { on: ["integration", "kind", "organization"] }
  },
  unique: {},
  references: [
    { column: "installation", to: "integration_installations", onDelete: "cascade", scoped: true },
    { column: "place", to: "placements", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})
