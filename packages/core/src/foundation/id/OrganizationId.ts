import * as Id from "./Id.ts"

export const OrganizationId = Id.make("OrganizationId")
export type OrganizationId = typeof OrganizationId.Type
