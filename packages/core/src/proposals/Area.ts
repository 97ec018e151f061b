import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import { collection as comments } from "./comment/Comment.ts"
import { collection as commenters } from "./comment/Commenter.ts"
import { collection as commentReplies } from "./comment/CommentReply.ts"
import { personalRows as personalComments } from "./comment/PersonalComments.ts"
import { collection as mergeRules } from "./merge-rules/MergeSettings.ts"
import { personalRows as personalReviews, collection as reviews } from "./review/Review.ts"

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
