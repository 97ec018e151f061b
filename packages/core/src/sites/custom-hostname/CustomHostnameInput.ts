import { Schema } from "effect"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { closed } from "../../foundation/input/Input.ts"
import { Hostname } from "./Hostname.ts"

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
