import * as Id from "./Id.ts"

export const UserId = Id.make("UserId")
export type UserId = typeof UserId.Type
