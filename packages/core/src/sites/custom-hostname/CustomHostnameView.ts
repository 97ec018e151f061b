import { Schema } from "effect"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { type CustomHostname, isVerified } from "./CustomHostname.ts"

const Verification = Schema.Struct(
  describeFields(
    {
      type: Schema.Literal("TXT"),
      name: Schema.String,
      value: Schema.String
    },
    { name: "Name of the DNS record.", value: "Value of the DNS record." }
  )
).annotate({ identifier: "CustomHostnameVerification" })

/** The record that proves a hostname. */
export type Verification = typeof Verification.Type

/** A hostname of a site; active once it is verified. Administrators see the record that proves it. */
export const CustomHostnameView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("custom-hostname"),
      hostname: Schema.String,
      target: Schema.Struct(
        describeFields({ type: Schema.Literal("site"), site: SiteId }, { site: "Site that the hostname serves." })
      ),
      isActive: Schema.Boolean,
      status: optional(Schema.Literal("dns_passed")),
      verification: optional(Verification),
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      hostname: "Hostname, such as `docs.example.com`.",
      target: "Target of the hostname.",
      isActive: "Whether the hostname serves the site.",
      status: "State of the verification.",
      verification: "DNS record that proves ownership of the hostname; absent once it is verified.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "CustomHostname" })
export type CustomHostnameView = typeof CustomHostnameView.Type

/** `base` is where the API is reached. */
export const view = (self: CustomHostname, base: string, verification?: Verification): CustomHostnameView => ({
  object: "custom-hostname",
  hostname: self.hostname,
  target: { type: "site", site: self.site },
  isActive: isVerified(self),
  ...(isVerified(self) ? { status: "dns_passed" } : {}),
  ...(verification === undefined ? {} : { verification }),
  urls: { location: `${base}/v1/custom-hostnames/${self.hostname}` }
})
