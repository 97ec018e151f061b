import { Schema } from "effect"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { optional } from "../../foundation/input/Input.ts"
import { type CustomHostname, isVerified } from "./CustomHostname.ts"

const Verification = Schema.Struct({
  type: Schema.Literal("TXT"),
  name: Schema.String,
  value: Schema.String
}).annotate({ identifier: "CustomHostnameVerification" })

/** The record that proves a hostname. */
export type Verification = typeof Verification.Type

/** A hostname of a site; active once it is verified. Administrators see the record that proves it. */
export const CustomHostnameView = Schema.Struct({
  object: Schema.Literal("custom-hostname"),
  hostname: Schema.String,
  target: Schema.Struct({ type: Schema.Literal("site"), site: SiteId }),
  isActive: Schema.Boolean,
  status: optional(Schema.Literal("dns_passed")),
  verification: optional(Verification),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "CustomHostname" })
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
