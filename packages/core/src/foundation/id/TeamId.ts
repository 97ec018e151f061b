import * as Id from "./Id.ts"

export const TeamId = Id.make("TeamId", "Identifier of a team.")
export type TeamId = typeof TeamId.Type
