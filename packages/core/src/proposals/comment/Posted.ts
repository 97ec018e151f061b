import { Schema } from "effect"
import { Document } from "../../content/document/Document.ts"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { optional } from "../../foundation/input/Input.ts"
import type { Caller } from "../../foundation/operation/Actor.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { Reaction, react } from "./Reaction.ts"

/** What comments and replies have in common, as stored. */
export const fields = {
  space: SpaceId,
  /** Absent on what is posted on the space itself. */
  changeRequest: optional(ChangeRequestId),
  postedBy: Schema.NullOr(UserId),
  postedAt: Instant,
  /** Of the last change of the text. */
  editedAt: optional(Instant),
  body: Document,
  /** In the order of reacting. */
  reactions: Schema.Array(Reaction)
}

const Posted = Schema.Struct(fields)
export type Posted = typeof Posted.Type

/** The id of what it is posted on: a change request or a space; ids of the two never meet. */
export const baseOf = (self: Pick<Posted, "space" | "changeRequest">): string => self.changeRequest ?? self.space

/** The host is nobody's inferior: what others wrote is the host's to change too. */
export const isAuthor = (self: Pick<Posted, "postedBy">, caller: Caller): boolean =>
  caller._tag === "System" || self.postedBy === caller.user

/** What a request changes of a comment or reply, resolving apart. */
export interface Changes {
  readonly body?: Document | undefined
  readonly addedReactions?: ReadonlyArray<string> | undefined
  readonly removedReactions?: ReadonlyArray<string> | undefined
}

/** Edited and reacted to by a user; the same value when nothing changes. */
export const changed = <P extends Posted>(self: P, changes: Changes, user: UserId | null, at: Instant): P => {
  const { addedReactions: added = [], body = self.body, removedReactions: removed = [] } = changes
  const reactions = react(self.reactions, { added, removed }, user, at)
  if (body === self.body && reactions === self.reactions) return self
  return { ...self, body, reactions, ...(body === self.body ? {} : { editedAt: at }) }
}
