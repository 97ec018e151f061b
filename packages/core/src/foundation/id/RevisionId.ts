import * as Id from "./Id.ts"

export const RevisionId = Id.make("RevisionId")
export type RevisionId = typeof RevisionId.Type
