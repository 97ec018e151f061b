import * as Id from "./Id.ts"

export const OrganizationId = Id.make("OrganizationId", "Identifier of an organization.")
export type OrganizationId = typeof OrganizationId.Type
