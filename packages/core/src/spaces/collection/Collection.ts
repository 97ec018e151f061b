import { Schema } from "effect"
import { CollectionId } from "../../foundation/id/CollectionId.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** A collection as stored; its placement holds its position, level and deletion. */
export const Collection = Schema.Struct({
  id: CollectionId,
  organization: OrganizationId,
  title: Schema.String,
  /** `""` when there is none. */
  description: Schema.String,
  createdAt: Instant,
  createdBy: Schema.NullOr(UserId)
})
export type Collection = typeof Collection.Type

export const collection = Repository.collection({
  name: "collections",
  schema: Collection,
  columns: { organization: { kind: "text", of: (self) => self.organization } },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "placements", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})
