import * as Id from "./Id.ts"

export const SpaceId = Id.make("SpaceId")
export type SpaceId = typeof SpaceId.Type
