import * as Id from "./Id.ts"

export const UserId = Id.make("UserId", "Identifier of a user.")
export type UserId = typeof UserId.Type
