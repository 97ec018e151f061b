import { Schema } from "effect"
import { ReviewId } from "../../foundation/id/ReviewId.ts"
import type { UserId } from "../../foundation/id/UserId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { UserView } from "../../people/user/User.ts"
import type { CommentView } from "../comment/CommentView.ts"
import { CommentView as CommentShown } from "../comment/CommentView.ts"
import { type Review, ReviewStatus, type SubmittedReview } from "./Review.ts"

const ReviewFields = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("change-request-review"),
      id: ReviewId,
      revision: Schema.String,
      reviewer: UserView,
      requestedBy: optional(UserView),
      status: ReviewStatus,
      comment: optional(CommentShown),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      /** The reviewer has a newer request or review, so this review does not count. */
      outdated: Schema.Boolean,
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      status: "Whether the reviewer approves or requests changes.",
      comment: "Comment of the reviewer.",
      revision: "Revision that was reviewed.",
      reviewer: "User who reviewed.",
      requestedBy: "User who requested the review.",
      outdated: "Whether the change request changed since the review.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "ChangeRequestReview" })

/** A review as shown to its caller; `requestedBy` is absent if the review was not requested. */
export interface ReviewView extends Schema.Schema.Type<typeof ReviewFields> {}
export interface ReviewViewEncoded extends Schema.Codec.Encoded<typeof ReviewFields> {}
export const ReviewView: Schema.Codec<ReviewView, ReviewViewEncoded> = ReviewFields

/** A user whose review is requested and not yet submitted. */
export const RequestedReviewerView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("change-request-requested-reviewer"),
      kind: Schema.Literal("user"),
      user: UserView,
      revision: Schema.String,
      requestedBy: UserView,
      createdAt: Timestamp
    },
    {
      requestedBy: "User who requested the review.",
      user: "Member whose review is requested.",
      revision: "Revision for which the review was requested.",
      createdAt: "Time of creation, in UTC with milliseconds."
    }
  )
).annotate({ identifier: "ChangeRequestRequestedReviewer" })
export type RequestedReviewerView = typeof RequestedReviewerView.Type

/** The response to asking users for reviews. */
export const RequestedReviewersView = Schema.Struct(
  describeFields({ users: Schema.Array(RequestedReviewerView) }, { users: "Members whose review is requested." })
).annotate({
  identifier: "ChangeRequestRequestedReviewers"
})
export type RequestedReviewersView = typeof RequestedReviewersView.Type

export interface ReviewSeen {
  readonly base: string
  readonly userOf: (id: UserId | null) => UserView
  readonly comments: ReadonlyMap<string, CommentView>
}

export const view = (self: SubmittedReview, { base, comments, userOf }: ReviewSeen): ReviewView => {
  const comment = self.comment === null ? undefined : comments.get(self.comment)
  return {
    object: "change-request-review",
    id: self.id,
    revision: self.revision,
    reviewer: userOf(self.reviewer),
    ...(self.request === null ? {} : { requestedBy: userOf(self.request.by) }),
    status: self.status,
    ...(comment === undefined ? {} : { comment }),
    createdAt: toTimestamp(self.createdAt),
    updatedAt: toTimestamp(self.updatedAt),
    outdated: self.outdated,
    urls: {
      location: `${base}/v1/spaces/${self.space}/change-requests/${self.changeRequest}/reviews/${self.id}`
    }
  }
}

export const viewRequested = (self: Review, userOf: ReviewSeen["userOf"]): RequestedReviewerView => ({
  object: "change-request-requested-reviewer",
  kind: "user",
  user: userOf(self.reviewer),
  revision: self.revision,
  requestedBy: userOf(self.request?.by ?? null),
  createdAt: toTimestamp(self.createdAt)
})
