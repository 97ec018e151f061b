import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { TeamId } from "../../foundation/id/TeamId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"

/** The protocol of a provider. */
export const Type = Schema.Literals(["saml", "oidc"])
export type Type = typeof Type.Type

/** Settings of a provider that uses OpenID Connect; its secret is stored in a separate row. */
export const OpenIdSettings = Schema.Struct({
  /** The base URL of the provider's discovery document, which is also the issuer in its tokens. */
  issuer: Schema.String,
  /** The client id of this server at the provider. */
  clientId: Schema.String,
  hasSecret: Schema.Boolean,
  /**
   * Whether an address counts as verified if the provider states so as a string, or makes no statement (rule
   * oidc-email).
   */
  trustsEmail: Schema.optionalKey(Schema.Boolean)
})
export type OpenIdSettings = typeof OpenIdSettings.Type

/** An identity provider of an organization, as stored. Texts that are not set are empty. */
export const SamlProvider = Schema.Struct({
  id: SamlProviderId,
  organization: OrganizationId,
  label: Schema.String,
  /** The URL that browsers are redirected to for signing in. */
  ssoURL: Schema.String,
  /** The entity id of the identity provider, which its assertions have as their issuer. */
  entityID: Schema.String,
  /** One certificate, or several during a key rotation of the provider. */
  certificate: Schema.String,
  defaultTeam: Schema.NullOr(TeamId),
  /** The role of users who sign in with it for the first time; null uses the default of the organization. */
  defaultRole: Schema.NullOr(Role),
  /** Present only for OpenID Connect providers; the SAML fields are then empty. */
  oidc: Schema.optionalKey(OpenIdSettings),
  createdAt: Instant
})
export type SamlProvider = typeof SamlProvider.Type

/** Whether members can sign in with it (rule saml-usable). */
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
