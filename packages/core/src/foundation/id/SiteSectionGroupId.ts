import * as Id from "./Id.ts"

export const SiteSectionGroupId = Id.make("SiteSectionGroupId")
export type SiteSectionGroupId = typeof SiteSectionGroupId.Type
