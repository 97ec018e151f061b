import { Schema } from "effect"
import { Document } from "../../content/document/Document.ts"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { optional } from "../../foundation/input/Input.ts"
import type { Caller } from "../../foundation/operation/Actor.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { Reaction, react } from "./Reaction.ts"

/** Fields that comments and replies share, as stored. */
export const fields = {
  space: SpaceId,
  /** Absent for a comment or reply on the space itself. */
  changeRequest: optional(ChangeRequestId),
  postedBy: Schema.NullOr(UserId),
  postedAt: Instant,
  /** When the text was last changed. */
  editedAt: optional(Instant),
  body: Document,
  /** In the order in which they were added. */
  reactions: Schema.Array(Reaction)
}

const PostedComment = Schema.Struct(fields)
export type PostedComment = typeof PostedComment.Type

/** The id of the change request or space that it is posted on; ids of the two never coincide. */
export const baseOf = (self: Pick<PostedComment, "space" | "changeRequest">): string => self.changeRequest ?? self.space

/** Whether the caller counts as the author. The host counts as the author of everything. */
export const isAuthor = (self: Pick<PostedComment, "postedBy">, caller: Caller): boolean =>
  caller._tag === "System" || (caller._tag === "User" && self.postedBy === caller.user)

/** A change of a comment or reply, apart from resolving. */
export interface PostedChanges {
  readonly body?: Document | undefined
  readonly addedReactions?: ReadonlyArray<string> | undefined
  readonly removedReactions?: ReadonlyArray<string> | undefined
}

/** Edits the text and changes a user's reactions; returns `self` when nothing changes. */
export const applyChanges = <P extends PostedComment>(
  self: P,
  changes: PostedChanges,
  user: UserId | null,
  at: Instant
): P => {
  const { addedReactions: added = [], body = self.body, removedReactions: removed = [] } = changes
  const reactions = react(self.reactions, { added, removed }, user, at)
  if (body === self.body && reactions === self.reactions) return self
  return { ...self, body, reactions, ...(body === self.body ? {} : { editedAt: at }) }
}
