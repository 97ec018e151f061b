import { Schema } from "effect"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { CommentId } from "../../foundation/id/CommentId.ts"
import { ReviewId } from "../../foundation/id/ReviewId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"

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
