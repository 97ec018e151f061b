import { Schema } from "effect"
import { Role } from "../access/Role.ts"
import * as Id from "../Id.ts"
import { OrganizationId } from "../organization/OrganizationId.ts"
import * as Repository from "../store/Repository.ts"

export const GrantId = Id.make("GrantId")
export type GrantId = typeof GrantId.Type

/** A role given to a user or a team on one space or collection, as stored. There is no grant of nothing. */
export const Grant = Schema.Struct({
  id: GrantId,
  organization: OrganizationId,
  /** Id of the space or collection. */
  resource: Schema.String,
  /** `user:{id}` or `team:{id}`. */
  reader: Schema.String,
  role: Role
})
export type Grant = typeof Grant.Type

export const collection = Repository.collection({
  name: "grants",
  schema: Grant,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    resource: { kind: "text", of: (self) => self.resource },
    reader: { kind: "text", of: (self) => self.reader }
  },
  indexes: { onResource: { on: ["resource"] }, ofReader: { on: ["organization", "reader"] } },
  unique: { pair: { on: ["resource", "reader"] } },
  references: [{ column: "resource", to: "placements", onDelete: "cascade", scoped: true }],
  counters: [],
  rank: 3
})
