import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"

/** The hostname of an organization, and whose it is. */
export const SubdomainView = Schema.Struct({
  object: Schema.Literal("subdomain"),
  subdomain: Schema.String,
  target: Schema.Struct({ type: Schema.Literal("organization"), organization: OrganizationId }),
  isActive: Schema.Boolean
}).annotate({ identifier: "Subdomain" })
export type SubdomainView = typeof SubdomainView.Type
