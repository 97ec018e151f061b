import * as Id from "./Id.ts"

export const SiteSectionGroupId = Id.make("SiteSectionGroupId", "Identifier of a group of sections.")
export type SiteSectionGroupId = typeof SiteSectionGroupId.Type
