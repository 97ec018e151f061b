import { Effect, Layer } from "effect"
import * as HostGroup from "../foundation/operation/HostGroup.ts"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import { ChangeRequests } from "../spaces/change-request/ChangeRequests.ts"
import { Imports } from "../spaces/import/Imports.ts"
import { Changes } from "./changes/Changes.ts"
import { ThreeWays } from "./changes/ThreeWays.ts"
import { commentReplyCollection as commentReplies, collection as comments } from "./comment/Comment.ts"
import { Commenters, collection as commenters } from "./comment/Commenters.ts"
import { CommentReplies } from "./comment/CommentReplies.ts"
import { Comments } from "./comment/Comments.ts"
import { CommentViews } from "./comment/CommentViews.ts"
import { personalRows as personalComments } from "./comment/PersonalComments.ts"
import { MergeGate } from "./merge-rules/MergeGate.ts"
import { MergeRuleSettings } from "./merge-rules/MergeRuleSettings.ts"
import { collection as mergeRules } from "./merge-rules/MergeSettings.ts"
import { type MergeOperations, Merging } from "./merging/Merging.ts"
import { RequestOverview } from "./merging/RequestOverview.ts"
import { Refreshes } from "./refresh/Refreshes.ts"
import { personalRows as personalReviews, collection as reviews } from "./review/Review.ts"
import { ReviewRequests } from "./review/ReviewRequests.ts"
import { Reviews } from "./review/Reviews.ts"
import { ReviewViews } from "./review/ReviewViews.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(comments),
    Repository.shapeOf(commentReplies),
    Repository.shapeOf(commenters),
    Repository.shapeOf(mergeRules),
    Repository.shapeOf(reviews)
  ],
  personal: [...personalComments, personalReviews]
}

/** Services of the review and merge of change requests. */
export const layer = Layer.mergeAll(
  Changes.layer,
  CommentReplies.layer,
  CommentViews.layer,
  Commenters.layer,
  Comments.layer,
  MergeGate.layer,
  MergeRuleSettings.layer,
  Merging.layer,
  Refreshes.layer,
  RequestOverview.layer,
  ReviewRequests.layer,
  ReviewViews.layer,
  Reviews.layer,
  ThreeWays.layer
)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  changeRequests: HostGroup.join(
    ChangeRequests,
    Effect.map(
      Merging,
      ({ merge, resolve, status, update }): MergeOperations => ({ merge, resolve, mergeStatus: status, pull: update })
    )
  ),
  changes: Changes,
  comments: HostGroup.without(Comments, "postRead"),
  imports: HostGroup.join(HostGroup.without(Imports, "bytesInto"), Refreshes),
  mergeRules: MergeRuleSettings,
  replies: CommentReplies,
  reviewRequests: ReviewRequests,
  reviews: Reviews
}
