import { Schema } from "effect"
import { Instant } from "../Instant.ts"
import { OrganizationId } from "../organization/OrganizationId.ts"
import * as Repository from "../store/Repository.ts"
import { UserId } from "../user/UserId.ts"
import { CollectionId } from "./CollectionId.ts"

/** A collection as stored; its place, level and deletion are its placement's. */
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
