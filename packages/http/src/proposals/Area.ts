import * as Group from "../foundation/endpoint/Group.ts"
import { ChangesApi } from "./changes/ChangesApi.ts"
import { CommentsApi, SpaceCommentsApi } from "./comment/CommentsApi.ts"
import { MergeRulesApi } from "./merge-rules/MergeRulesApi.ts"
import { OverviewApi } from "./merging/OverviewApi.ts"
import { RefreshesApi } from "./refresh/RefreshesApi.ts"
import { ReviewsApi } from "./review/ReviewsApi.ts"

/** The endpoints of this area: reviewing and merging change requests. */
export const groups = [
  RefreshesApi,
  ChangesApi,
  CommentsApi,
  SpaceCommentsApi,
  ReviewsApi,
  MergeRulesApi,
  OverviewApi
] as const

/** Their handlers. */
export const layer = Group.layers(groups)
