import * as Id from "./Id.ts"

export const SiteSpaceId = Id.make("SiteSpaceId", "Identifier of a space on a site.")
export type SiteSpaceId = typeof SiteSpaceId.Type
