import { Schema } from "effect"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const RevisionType = Schema.Literals(["edits", "merge", "rollback", "update", "computed"])
export type RevisionType = typeof RevisionType.Type

/** An immutable state of a space's content, as stored: `root` is the hash of its content tree, `""` when empty. */
export const Revision = Schema.Struct({
  id: RevisionId,
  space: SpaceId,
  parents: Schema.Array(RevisionId),
  root: Schema.String,
  type: RevisionType,
  createdAt: Instant,
  createdBy: Schema.NullOr(UserId),
  /** The change request whose content this is; absent for the primary content. */
  changeRequest: Schema.optionalKey(ChangeRequestId),
  /** The change request that the merge brought in. */
  mergedFrom: Schema.optionalKey(ChangeRequestId)
})
export type Revision = typeof Revision.Type

export const collection = Repository.collection({
  name: "revisions",
  schema: Revision,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    createdAt: { kind: "instant", of: (self) => self.createdAt },
    changeRequest: { kind: "text", of: (self) => self.changeRequest ?? "" }
  },
  indexes: {
    inSpace: { on: ["space"] },
    ofPrimary: { on: ["space", "changeRequest"] },
    ofPrimaryAt: { on: ["space", "changeRequest"], order: ["createdAt"] }
  },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
