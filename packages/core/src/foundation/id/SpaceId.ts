import * as Id from "./Id.ts"

export const SpaceId = Id.make("SpaceId", "Identifier of a space.")
export type SpaceId = typeof SpaceId.Type
