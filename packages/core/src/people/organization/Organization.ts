import { Schema, SchemaTransformation } from "effect"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import { clearable, closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { atLeast, Role } from "../access/Role.ts"
import type { Member } from "../member/Member.ts"
import * as EmailAddress from "../user/EmailAddress.ts"
import { domainOf } from "../user/User.ts"

export const OrganizationType = Schema.Literals(["business", "community"])
export const UseCase = Schema.Literals([
  "internalDocs",
  "docsSite",
  "audienceControlledSite",
  "productDocs",
  "teamKnowledgeBase",
  "designSystem",
  "openSourceDocs",
  "notes",
  "other"
])
export const CommunityType = Schema.Literals(["nonProfit", "openSource", "education"])

/** Set by hosts that sell plans. Instants are timestamps in the API. */
export const Billing = Schema.Struct(
  describeFields(
    {
      interval: Schema.Literals(["monthly", "yearly"]),
      endDate: Instant,
      hasPaymentFailed: Schema.Boolean,
      isScheduledToCancel: Schema.Boolean
    },
    {
      interval: "Billing interval.",
      hasPaymentFailed: "Whether the last payment failed.",
      isScheduledToCancel: "Whether the plan ends with the current period."
    }
  )
)

export const Trial = Schema.Struct(
  describeFields(
    {
      status: Schema.Literals(["notapplicable", "none", "active", "ended", "expired"]),
      endDate: Schema.optionalKey(Instant),
      decision: Schema.optionalKey(Schema.Literal("downgrade"))
    },
    { status: "State of the trial.", decision: "Action taken when the trial ends." }
  )
)

export const DefaultContent = Schema.Struct(
  describeFields({ type: Schema.Literal("site"), site: Schema.String }, { site: "Site that is opened by default." })
)

/** An organization as stored. */
export const Organization = Schema.Struct({
  id: OrganizationId,
  title: Schema.String,
  createdAt: Instant,
  emailDomains: Schema.Array(Schema.String),
  hostname: Schema.NullOr(Schema.String),
  type: OrganizationType,
  useCase: Schema.NullOr(UseCase),
  communityType: Schema.NullOr(CommunityType),
  defaultRole: Schema.NullOr(Role),
  defaultContent: Schema.NullOr(DefaultContent),
  logo: Schema.NullOr(Schema.String),
  sso: Schema.Boolean,
  ai: Schema.Boolean,
  inviteLinks: Schema.Boolean,
  plan: Schema.String,
  billing: Schema.NullOr(Billing),
  trial: Trial,
  blocked: Schema.NullOr(Schema.Struct({ reason: Schema.Literal("security") })),
  /** Digest of the synonyms that its searches use; absent if there are none. */
  searchSynonyms: Schema.optionalKey(Schema.String)
})
export type Organization = typeof Organization.Type

/** Whether the organization lists the domain of an address. */
export const listsDomainOf = ({ emailDomains }: Pick<Organization, "emailDomains">, email: string): boolean =>
  emailDomains.includes(domainOf(email))

export const collection = Repository.collection({
  name: "organizations",
  schema: Organization,
  columns: {
    hostname: { kind: "text", of: (self) => self.hostname ?? "" },
    hasHostname: { kind: "boolean", of: (self) => self.hostname !== null },
    emailDomains: { kind: "set", of: (self) => self.emailDomains }
  },
  indexes: { all: { on: [] } },
  unique: { hostname: { on: ["hostname"], where: { hasHostname: true } } },
  references: [],
  counters: [],
  rank: 3
})

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

const optionally = <A, I, R>(schema: Schema.Codec<A, I, R, R>) => Schema.optionalKey(schema)

/** An organization as the caller sees it; users outside it see only the required fields. */
export const OrganizationView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("organization"),
      id: OrganizationId,
      title: Schema.String,
      createdAt: Timestamp,
      emailDomains: Schema.Array(Schema.String),
      hostname: optionally(Schema.String),
      type: OrganizationType,
      useCase: optionally(UseCase),
      communityType: optionally(CommunityType),
      defaultRole: optionally(Schema.NullOr(Role)),
      defaultContent: optionally(DefaultContent),
      sso: optionally(Schema.Boolean),
      ai: optionally(Schema.Boolean),
      inviteLinks: Schema.Boolean,
      plan: Schema.String,
      billing: optionally(
        Schema.Struct(describeFields({ ...Billing.fields, endDate: Timestamp }, { endDate: "Time at which it ends." }))
      ),
      urls: Schema.Struct(
        describeFields(
          { location: Schema.String, app: Schema.String, logo: optionally(Schema.String) },
          {
            logo: "Address of the logo.",
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people."
          }
        )
      ),
      trial: Schema.Struct(
        describeFields({ ...Trial.fields, endDate: optionally(Timestamp) }, { endDate: "Time at which it ends." })
      ),
      customHostname: optionally(Schema.String),
      blocked: optionally(Schema.Struct({ reason: Schema.Literal("security") })),
      internal_isOnNewTrial: optionally(Schema.Boolean),
      internal_billingMigration: optionally(
        Schema.Struct(
          describeFields(
            { deadline: Timestamp, discountPercent: Schema.Finite, discountEndDate: Timestamp },
            {
              deadline: "Time at which the offer expires.",
              discountPercent: "Discount in percent.",
              discountEndDate: "Time at which the discount ends."
            }
          )
        )
      ),
      permissions: Schema.Struct(
        describeFields(
          {
            view: Schema.Boolean,
            admin: Schema.Boolean,
            ownTeam: Schema.Boolean,
            createContent: Schema.Boolean,
            createOpenAPISpec: Schema.Boolean,
            viewBilling: Schema.Boolean,
            listMembers: Schema.Boolean,
            listTeams: Schema.Boolean,
            listIntegrations: Schema.Boolean
          },
          {
            view: "Whether the caller may view the organization.",
            admin: "Whether the caller may administer the organization.",
            ownTeam: "Whether the caller is an owner of a team.",
            createContent: "Whether the caller may create spaces and collections.",
            createOpenAPISpec: "Whether the caller may add OpenAPI descriptions.",
            viewBilling: "Whether the caller may view the billing.",
            listMembers: "Whether the caller may list the members.",
            listTeams: "Whether the caller may list the teams.",
            listIntegrations: "Whether the caller may list the integrations."
          }
        )
      )
    },
    {
      title: "Title of the organization.",
      emailDomains: "Domains whose verified addresses may join.",
      type: "Kind of the organization.",
      useCase: "What the organization documents.",
      hostname: "Subdomain of the organization.",
      defaultRole: "Role of new members; null for guests.",
      defaultContent: "Content that is opened by default.",
      sso: "Whether members must sign in through an identity provider.",
      ai: "Whether features that use language models are allowed.",
      inviteLinks: "Whether invite links may be used.",
      communityType: "Kind of the community, for community plans.",
      plan: "Plan of the organization.",
      billing: "State of the payment.",
      trial: "State of the trial.",
      customHostname: "Custom hostname of the organization.",
      blocked: "Reason why the organization is blocked.",
      internal_isOnNewTrial: "Deprecated: always true, present for compatibility with official clients.",
      internal_billingMigration: "Offer to change the plan.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      urls: "Addresses that belong to the object.",
      permissions: "What the caller may do with the object."
    }
  )
).annotate({ identifier: "Organization" })
export type OrganizationView = typeof OrganizationView.Type

export interface ViewContext {
  readonly base: string
  readonly app: string
  readonly member: Member | null
  readonly isAdmin: boolean
}

const viewPermissions = ({ isAdmin, member }: ViewContext): OrganizationView["permissions"] => {
  const role = isAdmin ? "admin" : (member?.role ?? null)
  const isFull = role !== null
  const creates = atLeast(role, "create")
  return {
    view: isAdmin || member !== null,
    admin: isAdmin,
    ownTeam: member !== null && member.ownedTeams.length > 0,
    createContent: creates,
    createOpenAPISpec: creates,
    viewBilling: isAdmin,
    listMembers: isFull,
    listTeams: isFull,
    listIntegrations: isFull
  }
}

const viewCommon = (self: Organization) => ({
  object: "organization" as const,
  id: self.id,
  title: self.title,
  createdAt: toTimestamp(self.createdAt)
})

const viewUrls = (self: Organization, { app, base }: ViewContext) => ({
  location: `${base}/v1/orgs/${self.id}`,
  app: `${app}/o/${self.id}`
})

/** The view for members, guests included. */
export const view = (self: Organization, seen: ViewContext): OrganizationView => {
  const { endDate, ...trial } = self.trial
  return {
    ...viewCommon(self),
    emailDomains: self.emailDomains,
    ...(self.hostname === null ? {} : { hostname: self.hostname }),
    type: self.type,
    ...(self.useCase === null ? {} : { useCase: self.useCase }),
    ...(self.communityType === null ? {} : { communityType: self.communityType }),
    defaultRole: self.defaultRole,
    ...(self.defaultContent === null ? {} : { defaultContent: self.defaultContent }),
    sso: self.sso,
    ai: self.ai,
    inviteLinks: self.inviteLinks,
    plan: self.plan,
    ...(self.billing === null ? {} : { billing: { ...self.billing, endDate: toTimestamp(self.billing.endDate) } }),
    urls: { ...viewUrls(self, seen), ...(self.logo === null ? {} : { logo: self.logo }) },
    trial: { ...trial, ...(endDate === undefined ? {} : { endDate: toTimestamp(endDate) }) },
    ...(self.blocked === null ? {} : { blocked: self.blocked }),
    internal_isOnNewTrial: true,
    permissions: viewPermissions(seen)
  }
}

/** The view for users outside the organization (rule organization-outsider). */
export const outsiderView = (self: Organization, seen: Pick<ViewContext, "app" | "base">): OrganizationView => {
  const outside = { ...seen, member: null, isAdmin: false }
  return {
    ...viewCommon(self),
    emailDomains: [],
    type: self.type,
    inviteLinks: false,
    plan: self.plan,
    urls: viewUrls(self, outside),
    trial: { status: self.trial.status },
    permissions: viewPermissions(outside)
  }
}
