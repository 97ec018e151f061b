import { Schema } from "effect"
import { ChangeRequestId, CommentId, ReviewId, RevisionId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { UserView } from "../../people/user/User.ts"
import { limits as requestLimits } from "../../spaces/change-request/ChangeRequest.ts"
import { CommentBody } from "../comment/CommentBody.ts"
import { CommentView as CommentShown, type CommentView } from "../comment/CommentViews.ts"

export const ReviewStatus = Schema.Literals(["approved", "changes-requested"])
export type ReviewStatus = typeof ReviewStatus.Type

/**
 * A review of a change request, or the request for one, as stored. A reviewer may have any number in a change request,
 * of which at most one is not outdated: the latest, which counts.
 */
export const Review = Schema.Struct({
  id: ReviewId,
  space: SpaceId,
  changeRequest: ChangeRequestId,
  /** The head of the change request when the review was submitted or, before that, when it was requested. */
  revision: RevisionId,
  reviewer: UserId,
  /** Who requested the review, if it was requested; null inside is the host. */
  request: Schema.NullOr(Schema.Struct({ by: Schema.NullOr(UserId) })),
  status: Schema.Union([ReviewStatus, Schema.Literal("requested")]),
  comment: Schema.NullOr(CommentId),
  createdAt: Instant,
  updatedAt: Instant,
  /** Whether the reviewer has a newer request or review. */
  outdated: Schema.Boolean
})
export type Review = typeof Review.Type

/** A review that was submitted. */
export type SubmittedReview = Review & { readonly status: ReviewStatus }

/** The verdict of a reviewer. */
export interface Verdict {
  readonly status: ReviewStatus
  readonly revision: RevisionId
  readonly comment: CommentId | null
  readonly at: Instant
}

/** The fields that a new review begins with. */
export type NewReview = Pick<Review, "id" | "space" | "changeRequest" | "revision" | "reviewer" | "createdAt">

export const isSubmitted = (self: Review): self is SubmittedReview => self.status !== "requested"

/** A review that was not requested, before its verdict. */
export const makeUnrequested = (made: NewReview): Review => ({
  ...made,
  request: null,
  status: "requested",
  comment: null,
  updatedAt: made.createdAt,
  outdated: false
})

export const makeRequested = (made: NewReview, by: UserId | null): Review => ({
  ...makeUnrequested(made),
  request: { by }
})

export const outdate = (self: Review, at: Instant): Review => ({ ...self, outdated: true, updatedAt: at })

/** Submits a review: adds the reviewer's verdict on a revision. */
export const submitReview = (self: Review, { at, comment, revision, status }: Verdict): SubmittedReview => ({
  ...self,
  revision,
  status,
  comment,
  updatedAt: at
})

/**
 * The effect of a new review request on the reviewer's latest review: a submitted one is retired, a pending request
 * stays pending.
 */
export const requestReview = (
  latest: Review | undefined,
  next: Review
): { readonly now: Review; readonly retired?: Review } => {
  if (latest === undefined) return { now: next }
  return isSubmitted(latest) ? { now: next, retired: outdate(latest, next.createdAt) } : { now: latest }
}

export const collection = Repository.collection({
  name: "reviews",
  schema: Review,
  columns: {
    changeRequest: { kind: "text", of: (self) => self.changeRequest },
    reviewer: { kind: "text", of: (self) => self.reviewer },
    submitted: { kind: "boolean", of: isSubmitted },
    outdated: { kind: "boolean", of: (self) => self.outdated }
  },
  indexes: {
    ofRequest: { on: ["changeRequest", "submitted"] },
    current: { on: ["changeRequest", "outdated"] },
    ofPerson: { on: ["reviewer"] }
  },
  unique: { latest: { on: ["changeRequest", "reviewer"], where: { outdated: false } } },
  references: [{ column: "changeRequest", to: "change_requests", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const personalRows = PersonalRows.source(
  "reviews",
  collection,
  "ofPerson",
  ({ user }) => ({ equals: { reviewer: user } }),
  ({ changeRequest, createdAt, id, outdated, space, status, updatedAt }) => ({
    space,
    changeRequest,
    id,
    status,
    outdated,
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt)
  })
)

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
