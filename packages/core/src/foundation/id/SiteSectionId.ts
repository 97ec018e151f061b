import * as Id from "./Id.ts"

export const SiteSectionId = Id.make("SiteSectionId")
export type SiteSectionId = typeof SiteSectionId.Type
