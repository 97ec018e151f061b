import { Schema } from "effect"
import { UserId } from "../../foundation/id/UserId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { limits as requestLimits } from "../../spaces/change-request/ChangeRequest.ts"
import { CommentBody } from "../comment/CommentBody.ts"
import { ReviewStatus } from "./Review.ts"

export const limits = { users: 50 } as const

const Submit = closed(
  "ReviewSubmit",
  { status: ReviewStatus, comment: optional(CommentBody) },
  { status: "Whether the reviewer approves or requests changes.", comment: "Comment of the reviewer." }
)

/** A verdict, with an optional comment that is posted on the change request. */
export interface ReviewSubmit extends Schema.Schema.Type<typeof Submit> {}
export interface ReviewSubmitEncoded extends Schema.Codec.Encoded<typeof Submit> {}
export const ReviewSubmit: Schema.Codec<ReviewSubmit, ReviewSubmitEncoded> = Submit

/** Requests reviews from users; `subject` becomes the change request's subject. */
export const ReviewersRequest = closed(
  "ReviewersRequest",
  {
    users: Schema.Array(UserId).pipe(
      Schema.check(Schema.isMinLength(1, { message: "must name at least one user" })),
      Schema.check(Schema.isMaxLength(limits.users, { message: `must have at most ${limits.users} entries` }))
    ),
    subject: optional(singleLine(0, requestLimits.subjectLength))
  },
  { users: "Members whose review is requested.", subject: "Subject to set, for a change request without one." }
)
export type ReviewersRequest = typeof ReviewersRequest.Type

/** The change request has no such review. */
export class ReviewNotFound extends Schema.TaggedError<ReviewNotFound>()("ReviewNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `review ${this.id} does not exist`
  }
}

/** Authors do not review their own change requests (rule review-not-own). */
export class ReviewerIsAuthor extends Schema.TaggedError<ReviewerIsAuthor>()("ReviewerIsAuthor", {
  field: Schema.String,
  user: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.field}: ${this.user} is the author of the change request`
  }
  get details() {
    return [{ path: this.field, rule: "must not be the author of the change request" }]
  }
}
