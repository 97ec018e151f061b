import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Role } from "../access/Role.ts"

export const GrantId = Id.make("GrantId", "Identifier of a grant.")
export type GrantId = typeof GrantId.Type

/** A role given to a user or a team on one space, collection or site, as stored. There are no grants without a role. */
export const Grant = Schema.Struct({
  id: GrantId,
  organization: OrganizationId,
  /** Id of the space, collection or site. */
  resource: Schema.String,
  /** `user:{id}` or `team:{id}`. */
  reader: Schema.String,
  role: Role
})
export type Grant = typeof Grant.Type

export type GrantKind = "user" | "team"

/** The reader key of a user or team. */
export const readerOf = (kind: GrantKind, id: string): string => `${kind}:${id}`

/** Whether a reader key names a user or a team. */
export const kindOf = (reader: string): GrantKind => (reader.startsWith("team:") ? "team" : "user")

/** The id of the user or team in a reader key. */
export const idOf = (reader: string): string => reader.slice(reader.indexOf(":") + 1)

export const collection = Repository.collection({
  name: "grants",
  schema: Grant,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    resource: { kind: "text", of: (self) => self.resource },
    reader: { kind: "text", of: (self) => self.reader },
    kind: { kind: "text", of: (self) => kindOf(self.reader) }
  },
  indexes: {
    onResource: { on: ["resource"] },
    direct: { on: ["resource", "kind"] },
    ofReader: { on: ["organization", "reader"] }
  },
  unique: { pair: { on: ["resource", "reader"] } },
  references: [{ column: "resource", to: "placements", onDelete: "cascade", scoped: true }],
  counters: [],
  rank: 3
})

export const personalRows = PersonalRows.source(
  "grants",
  collection,
  "ofReader",
  ({ organizations, user }) => ({ equals: { organization: { in: organizations }, reader: readerOf("user", user) } }),
  ({ organization, resource, role }) => ({ organization, resource, role })
)
