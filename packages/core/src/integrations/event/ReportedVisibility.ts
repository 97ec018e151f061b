import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { SiteVisibility } from "../../spaces/space/SpaceSites.ts"

/** Visibility of a space as last reported to installations; not stored for a space that was not published. */
export const ReportedVisibility = Schema.Struct({
  id: SpaceId,
  visibility: SiteVisibility,
  /** The sites that it was on. */
  sites: Schema.Array(Schema.String)
})
export type ReportedVisibility = typeof ReportedVisibility.Type

export const collection = Repository.collection({
  name: "told_visibilities",
  schema: ReportedVisibility,
  columns: { sites: { kind: "set", of: (self) => self.sites } },
  indexes: { all: { on: [] } },
  unique: {},
  references: [{ column: "id", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
