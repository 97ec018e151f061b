import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"
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
  blocked: Schema.NullOr(Schema.Struct({ reason: Schema.Literal("security") }))
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
