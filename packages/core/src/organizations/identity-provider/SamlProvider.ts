import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { TeamId } from "../../foundation/id/TeamId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"

/** What a provider speaks. */
export const Type = Schema.Literals(["saml", "oidc"])
export type Type = typeof Type.Type

/** What is known of a provider that speaks OpenID Connect; its secret is a row of its own. */
export const OpenIdSettings = Schema.Struct({
  /** The address below which the provider describes itself, and which its tokens carry. */
  issuer: Schema.String,
  /** What the provider calls this server. */
  clientId: Schema.String,
  hasSecret: Schema.Boolean,
  /** Whether an address counts as verified where the provider says so as a text, or nothing of it (rule oidc-email). */
  trustsEmail: Schema.optionalKey(Schema.Boolean)
})
export type OpenIdSettings = typeof OpenIdSettings.Type

/** An identity provider that an organization signs people in with, as stored. Texts that are not set are empty. */
export const SamlProvider = Schema.Struct({
  id: SamlProviderId,
  organization: OrganizationId,
  label: Schema.String,
  /** Where people are sent to sign in. */
  ssoURL: Schema.String,
  /** The name of the identity provider, which its assertions carry as their issuer. */
  entityID: Schema.String,
  /** One certificate, or more while the provider changes its key. */
  certificate: Schema.String,
  defaultTeam: Schema.NullOr(TeamId),
  /** The role of people who come by it for the first time; null leaves it to the organization. */
  defaultRole: Schema.NullOr(Role),
  /** There only where it speaks OpenID Connect; what is of SAML is empty then. */
  oidc: Schema.optionalKey(OpenIdSettings),
  createdAt: Instant
})
export type SamlProvider = typeof SamlProvider.Type

/** Whether people can sign in with it (rule saml-usable). */
export const isUsable = ({ certificate, entityID, oidc, ssoURL }: SamlProvider): boolean =>
  oidc === undefined
    ? ssoURL !== "" && entityID !== "" && certificate !== ""
    : oidc.issuer !== "" && oidc.clientId !== ""

export const collection = Repository.collection({
  name: "saml_providers",
  schema: SamlProvider,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    usable: { kind: "boolean", of: isUsable },
    defaultTeam: { kind: "text", of: (self) => self.defaultTeam ?? "" }
  },
  indexes: {
    inOrganization: { on: ["organization"] },
    usable: { on: ["organization", "usable"] },
    withTeam: { on: ["organization", "defaultTeam"] }
  },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
