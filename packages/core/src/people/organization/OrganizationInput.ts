import { Schema, SchemaTransformation } from "effect"
import { clearable, closed, optional, WebAddress } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Role } from "../access/Role.ts"
import * as EmailAddress from "../user/EmailAddress.ts"
import { DefaultContent, type Organization, OrganizationType, UseCase } from "./Organization.ts"

export const limits = {
  titleLengthMin: 2,
  titleLength: 255,
  hostnameLengthMin: 3,
  hostnameLength: 32,
  emailDomainLength: EmailAddress.limits.domainLength,
  emailDomains: 50
} as const

const Title = singleLine(limits.titleLengthMin, limits.titleLength)

export const Hostname = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/u, {
      message: "must be 3 to 32 lower-case letters, digits and inner hyphens"
    })
  )
)

const freeMail = new Set([
  "aol.com",
  "gmail.com",
  "gmx.com",
  "gmx.de",
  "gmx.net",
  "googlemail.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "mail.com",
  "mail.ru",
  "me.com",
  "msn.com",
  "outlook.com",
  "proton.me",
  "protonmail.com",
  "qq.com",
  "163.com",
  "web.de",
  "yahoo.com",
  "yandex.ru",
  "zoho.com"
])

/** A domain of e-mail addresses, in its canonical spelling. */
export const EmailDomain = singleLine(1, limits.emailDomainLength, { format: "hostname" }).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: EmailAddress.normalizeDomain, encode: (text) => text })
  ),
  Schema.check(
    Schema.makeFilter(
      (domain) => (EmailAddress.isDomain(domain) && /\.[a-z][^.]*$/.test(domain)) || "must be a domain name",
      { toJsonSchema: () => ({}) }
    )
  ),
  Schema.check(Schema.makeFilter((domain) => !freeMail.has(domain) || "must not be a free-mail domain"))
)

const EmailDomains = Schema.Array(EmailDomain).pipe(
  Schema.check(
    Schema.makeFilter(
      (domains) => domains.length <= limits.emailDomains || `must have at most ${limits.emailDomains} entries`,
      {
        toJsonSchema: () => ({ maxItems: limits.emailDomains })
      }
    )
  )
)

export const Create = closed(
  "OrganizationCreate",
  {
    title: Title,
    emailDomains: optional(EmailDomains),
    type: optional(OrganizationType),
    useCase: optional(UseCase)
  },
  {
    title: "Title of the organization.",
    emailDomains: "Domains whose verified addresses may join.",
    type: "Kind of the organization.",
    useCase: "What the organization documents."
  }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "OrganizationPatch",
  {
    title: optional(Title),
    emailDomains: optional(EmailDomains),
    hostname: optional(Hostname),
    defaultRole: clearable(Role),
    defaultContent: clearable(DefaultContent),
    logo: clearable(WebAddress),
    sso: optional(Schema.Boolean),
    ai: optional(Schema.Boolean),
    inviteLinks: optional(Schema.Boolean)
  },
  {
    title: "Title of the organization.",
    emailDomains: "Domains whose verified addresses may join.",
    hostname: "Subdomain of the organization.",
    defaultRole: "Role of new members; null for guests.",
    defaultContent: "Content that is opened by default.",
    logo: "Address of the logo; null removes it.",
    sso: "Whether members must sign in through an identity provider.",
    ai: "Whether features that use language models are allowed.",
    inviteLinks: "Whether invite links may be used."
  }
)
export type Patch = typeof Patch.Type

/** Another organization has this hostname (rule organization-hostname). */
export class HostnameTaken extends Schema.TaggedError<HostnameTaken>()("HostnameTaken", { hostname: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `the hostname ${this.hostname} is already taken`
  }
}

/** Single sign-on can be required only if there is a usable provider. */
export class SsoProviderMissing extends Schema.TaggedError<SsoProviderMissing>()("SsoProviderMissing", {
  organization: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `organization ${this.organization} has no usable single sign-on provider: add one first`
  }
}

/** An organization can be removed only when it has no content. */
export class OrganizationNotEmpty extends Schema.TaggedError<OrganizationNotEmpty>()("OrganizationNotEmpty", {
  id: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `organization ${this.id} is not empty: it has spaces, collections or sites, including deleted ones that can be restored, or integrations that other organizations have installed`
  }
}

/** Removes duplicate e-mail domains and keeps their order. */
export const patch = (self: Organization, changes: Patch): Organization => ({
  ...self,
  title: changes.title ?? self.title,
  emailDomains: changes.emailDomains === undefined ? self.emailDomains : [...new Set(changes.emailDomains)],
  hostname: changes.hostname ?? self.hostname,
  defaultRole: changes.defaultRole === undefined ? self.defaultRole : changes.defaultRole,
  defaultContent: changes.defaultContent === undefined ? self.defaultContent : changes.defaultContent,
  logo: changes.logo === undefined ? self.logo : changes.logo,
  sso: changes.sso ?? self.sso,
  ai: changes.ai ?? self.ai,
  inviteLinks: changes.inviteLinks ?? self.inviteLinks
})
