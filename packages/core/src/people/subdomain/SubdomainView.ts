import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { describeFields } from "../../foundation/input/Input.ts"

/** The hostname of an organization, and the organization. */
export const SubdomainView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("subdomain"),
      subdomain: Schema.String,
      target: Schema.Struct(
        describeFields(
          { type: Schema.Literal("organization"), organization: OrganizationId },
          { organization: "Organization that the subdomain belongs to." }
        )
      ),
      isActive: Schema.Boolean
    },
    {
      subdomain: "Subdomain of the organization.",
      target: "Target of the subdomain.",
      isActive: "Whether the subdomain is in use."
    }
  )
).annotate({ identifier: "Subdomain" })
export type SubdomainView = typeof SubdomainView.Type
