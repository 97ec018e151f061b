import * as Id from "./Id.ts"

export const ReviewId = Id.make("ReviewId")
export type ReviewId = typeof ReviewId.Type
