import * as Id from "./Id.ts"

export const CollectionId = Id.make("CollectionId")
export type CollectionId = typeof CollectionId.Type
