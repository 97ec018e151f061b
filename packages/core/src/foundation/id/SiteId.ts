import * as Id from "./Id.ts"

export const SiteId = Id.make("SiteId")
export type SiteId = typeof SiteId.Type
