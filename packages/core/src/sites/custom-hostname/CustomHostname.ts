import { Schema } from "effect"
import { OrganizationId, SiteId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { Hostname } from "./Hostname.ts"

/** A hostname that an organization registered for one of its sites, as stored. */
export const CustomHostname = Schema.Struct({
  /** Joins organization and hostname, so there is one per pair (rule hostname-register). */
  id: Schema.String,
  organization: OrganizationId,
  site: SiteId,
  hostname: Schema.String,
  /** Null while it is pending; one organization at most has it verified (rule hostname-holder). */
  verifiedAt: Schema.NullOr(Instant),
  createdAt: Instant
})
export type CustomHostname = typeof CustomHostname.Type

export const rowId = (organization: string, hostname: string): string => `${organization}.${hostname}`

export const isVerified = (self: Pick<CustomHostname, "verifiedAt">): boolean => self.verifiedAt !== null

export const collection = Repository.collection({
  name: "custom_hostnames",
  schema: CustomHostname,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    site: { kind: "text", of: (self) => self.site },
    hostname: { kind: "text", of: (self) => self.hostname },
    verified: { kind: "boolean", of: isVerified }
  },
  indexes: { inSite: { on: ["organization", "site"] }, ofHostname: { on: ["hostname"] } },
  unique: { verified: { on: ["hostname"], where: { verified: true } } },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "site", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

/** The hostname of a site's own address among its registrations: the one verified last (rule hostname-canonical). */
export const canonical = (those: ReadonlyArray<CustomHostname>): string | null => {
  const [last] = those
    .filter(isVerified)
    .toSorted(
      (left, right) =>
        (right.verifiedAt ?? 0) - (left.verifiedAt ?? 0) || CodePoint.compare(left.hostname, right.hostname)
    )
  return last?.hostname ?? null
}

/** The text that proves a hostname to be a site's (rule hostname-challenge). */
export const challenge = ({ hostname, site }: Pick<CustomHostname, "site" | "hostname">): string =>
  digest(`custom hostname ${site}/${hostname}`)

export const limits = { hostnamesPerSite: 5 } as const

/** The target of a hostname. */
export const Setup = closed(
  "CustomHostnameSetup",
  {
    target: closed(
      "CustomHostnameTarget",
      { type: Schema.Literal("site"), site: SiteId },
      { site: "Site that the hostname serves." }
    )
  },
  { target: "Target of the hostname." }
)
export type Setup = typeof Setup.Type

export const HostnameReference = closed("CustomHostnameName", { hostname: Hostname })

/** The hostname does not exist, or the caller may not see it (rule hostname-which). */
export class CustomHostnameNotFound extends Schema.TaggedError<CustomHostnameNotFound>()("CustomHostnameNotFound", {
  hostname: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `custom hostname ${this.hostname} does not exist`
  }
}

/** The server itself is reached at this hostname (rule hostname-form). */
export class HostnameReserved extends Schema.TaggedError<HostnameReserved>()("HostnameReserved", {
  hostname: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `hostname: ${this.hostname} is the hostname of this server`
  }
  get details() {
    return [{ path: "hostname", rule: "must not be the hostname of this server" }]
  }
}

/** The organization has registered this hostname already (rule hostname-register). */
export class HostnameRegistered extends Schema.TaggedError<HostnameRegistered>()("HostnameRegistered", {
  hostname: Schema.String,
  site: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.hostname} is already registered for site ${this.site}: remove it there first`
  }
}

/** Another organization has this hostname, and its record still exists (rule hostname-holder). */
export class HostnameHeld extends Schema.TaggedError<HostnameHeld>()("HostnameHeld", { hostname: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.hostname} belongs to another site whose TXT record still exists: remove that record first`
  }
}

/** The DNS does not say that the hostname is the site's (rule hostname-verify). */
export class HostnameUnproven extends Schema.TaggedError<HostnameUnproven>()("HostnameUnproven", {
  hostname: Schema.String,
  record: Schema.String,
  value: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `${this.record} has no TXT record with the value ${this.value}: add it and try again`
  }
}

/** The site has as many hostnames as it may have (rule hostname-limits). */
export class TooManyHostnames extends Schema.TaggedError<TooManyHostnames>()("TooManyHostnames", {
  site: Schema.String,
  hostnames: Schema.Array(Schema.String)
}) {
  readonly kind = "limit" as const
  override get message() {
    return `site ${this.site} has reached the limit of ${limits.hostnamesPerSite} hostnames: ${this.hostnames.join(", ")}`
  }
}

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
