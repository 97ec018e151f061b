import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { atLeast, Role } from "../access/Role.ts"
import type { Member } from "../member/Member.ts"
import {
  Billing,
  CommunityType,
  DefaultContent,
  type Organization,
  OrganizationType,
  Trial,
  UseCase
} from "./Organization.ts"

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
