import { Schema } from "effect"
import { CommentId } from "../../foundation/id/CommentId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { CommentTarget } from "./CommentTarget.ts"
import { baseOf, fields } from "./PostedComment.ts"

export const CommentStatus = Schema.Literals(["open", "resolved"])
export type CommentStatus = typeof CommentStatus.Type

/** When a comment was resolved and by whom; null while open. */
export const Resolution = Schema.NullOr(Schema.Struct({ at: Instant, by: Schema.NullOr(UserId) }))

/** A comment on a change request or on a space, as stored. */
export const Comment = Schema.Struct({
  id: CommentId,
  ...fields,
  target: CommentTarget,
  resolved: Resolution
})
export type Comment = typeof Comment.Type

export const statusOf = (self: Comment): CommentStatus => (self.resolved === null ? "open" : "resolved")

/** The amount that a comment adds to the count of open comments. */
export const openCount = ({ resolved }: Comment): number => (resolved === null ? 1 : 0)

/** Resolves or reopens a comment for a user; returns `self` when nothing changes (rule comment-resolve). */
export const settle = (self: Comment, isResolved: boolean, by: UserId | null, at: Instant): Comment =>
  isResolved === (self.resolved !== null) ? self : { ...self, resolved: isResolved ? { at, by } : null }

export const collection = Repository.collection({
  name: "comments",
  schema: Comment,
  columns: {
    base: { kind: "text", of: baseOf },
    space: { kind: "text", of: (self) => self.space },
    changeRequest: { kind: "text", of: (self) => self.changeRequest ?? "" },
    status: { kind: "text", of: statusOf },
    page: { kind: "text", of: (self) => self.target.page?.id ?? "" },
    postedBy: { kind: "text", of: (self) => self.postedBy ?? "" },
    postedAt: { kind: "instant", of: (self) => self.postedAt },
    author: { kind: "set", of: (self) => (self.postedBy === null ? [] : [self.postedBy]) }
  },
  indexes: {
    inBase: { on: ["base"], order: ["postedAt"] },
    withStatus: { on: ["base", "status"], order: ["postedAt"] },
    onPage: { on: ["base", "page", "status"], order: ["postedAt"] },
    by: { on: ["base", "postedBy"] },
    ofPerson: { on: ["postedBy"], order: ["postedAt"] }
  },
  unique: {},
  references: [
    { column: "space", to: "spaces", onDelete: "cascade" },
    { column: "changeRequest", to: "change_requests", onDelete: "cascade" }
  ],
  counters: ["replies"],
  rank: 3
})
