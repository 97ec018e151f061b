import * as Id from "./Id.ts"

export const ChangeRequestId = Id.make("ChangeRequestId")
export type ChangeRequestId = typeof ChangeRequestId.Type
