import * as Id from "./Id.ts"

export const SiteSpaceId = Id.make("SiteSpaceId")
export type SiteSpaceId = typeof SiteSpaceId.Type
