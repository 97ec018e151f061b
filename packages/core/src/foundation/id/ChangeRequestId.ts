import * as Id from "./Id.ts"

export const ChangeRequestId = Id.make("ChangeRequestId", "Identifier of a change request.")
export type ChangeRequestId = typeof ChangeRequestId.Type
