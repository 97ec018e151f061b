import * as Id from "./Id.ts"

export const SiteSectionId = Id.make("SiteSectionId", "Identifier of a section of a site.")
export type SiteSectionId = typeof SiteSectionId.Type
