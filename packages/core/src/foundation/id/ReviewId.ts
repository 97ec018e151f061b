import * as Id from "./Id.ts"

export const ReviewId = Id.make("ReviewId", "Identifier of a review.")
export type ReviewId = typeof ReviewId.Type
