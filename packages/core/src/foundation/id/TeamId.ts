import * as Id from "./Id.ts"

export const TeamId = Id.make("TeamId")
export type TeamId = typeof TeamId.Type
