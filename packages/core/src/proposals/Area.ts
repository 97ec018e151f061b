import { Layer } from "effect"
import { Changes } from "./changes/Changes.ts"
import { ThreeWays } from "./changes/ThreeWays.ts"
import { Commenters } from "./comment/Commenters.ts"
import { CommentReplies } from "./comment/CommentReplies.ts"
import { Comments } from "./comment/Comments.ts"
import { CommentViews } from "./comment/CommentViews.ts"
import { ApplicableRules } from "./merge-rules/ApplicableRules.ts"
import { MergeGate } from "./merge-rules/MergeGate.ts"
import { MergeRuleSettings } from "./merge-rules/MergeRuleSettings.ts"
import { Merging } from "./merging/Merging.ts"
import { RequestOverview } from "./merging/RequestOverview.ts"
import { Refreshes } from "./refresh/Refreshes.ts"
import { ReviewLog } from "./review/ReviewLog.ts"
import { ReviewRequests } from "./review/ReviewRequests.ts"
import { Reviews } from "./review/Reviews.ts"
import { ReviewViews } from "./review/ReviewViews.ts"

/** Services of the review and merge of change requests. */
export const layer = Layer.mergeAll(
  ApplicableRules.layer,
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
  ReviewLog.layer,
  ReviewRequests.layer,
  ReviewViews.layer,
  Reviews.layer,
  ThreeWays.layer
)
