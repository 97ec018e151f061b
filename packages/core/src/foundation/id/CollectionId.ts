import * as Id from "./Id.ts"

export const CollectionId = Id.make("CollectionId", "Identifier of a collection.")
export type CollectionId = typeof CollectionId.Type
