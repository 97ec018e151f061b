import * as Id from "./Id.ts"

export const SiteId = Id.make("SiteId", "Identifier of a site.")
export type SiteId = typeof SiteId.Type
