import * as Id from "./Id.ts"

export const RevisionId = Id.make("RevisionId", "Identifier of a revision.")
export type RevisionId = typeof RevisionId.Type
