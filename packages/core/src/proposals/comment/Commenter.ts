import { Schema } from "effect"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { baseOf } from "./PostedComment.ts"

/** A user who has a comment or reply on a change request, or on a space itself. */
export const Commenter = Schema.Struct({
  id: Schema.String,
  space: SpaceId,
  changeRequest: optional(ChangeRequestId),
  user: UserId
})
export type Commenter = typeof Commenter.Type

export const rowId = (base: string, user: UserId): string => `${base}.${user}`

export const collection = Repository.collection({
  name: "commenters",
  schema: Commenter,
  columns: {
    base: { kind: "text", of: baseOf },
    space: { kind: "text", of: (self) => self.space },
    changeRequest: { kind: "text", of: (self) => self.changeRequest ?? "" },
    user: { kind: "text", of: (self) => self.user }
  },
  indexes: { inBase: { on: ["base"], order: ["user"] } },
  unique: {},
  references: [
    { column: "space", to: "spaces", onDelete: "cascade" },
    { column: "changeRequest", to: "change_requests", onDelete: "cascade" }
  ],
  counters: [],
  /** Locked after comments. */
  rank: 4
})
