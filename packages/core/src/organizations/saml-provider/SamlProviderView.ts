import { Schema } from "effect"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"
import { TeamView } from "../team/TeamView.ts"
import { isUsable, type SamlProvider, type Type } from "./SamlProvider.ts"

/** A provider as administrators see it; `pending` until people can sign in with it (rule saml-usable). */
export const SamlProviderView = Schema.Struct({
  object: Schema.Literal("saml-provider"),
  id: SamlProviderId,
  label: Schema.String,
  ssoURL: Schema.String,
  entityID: Schema.String,
  certificate: Schema.String,
  /** There only of OpenID providers, with what is of them; what is of SAML is empty then. */
  type: optional(Schema.Literal("oidc")),
  issuer: optional(Schema.String),
  clientId: optional(Schema.String),
  hasClientSecret: optional(Schema.Boolean),
  trustsEmail: optional(Schema.Boolean),
  defaultTeam: optional(TeamView),
  defaultRole: Schema.NullOr(Role),
  createdAt: Timestamp,
  status: Schema.Literals(["active", "pending"]),
  service: Schema.Struct({ acsURL: Schema.String, startURL: Schema.String, entityID: Schema.String }),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "OrganizationSAMLProvider" })
export type SamlProviderView = typeof SamlProviderView.Type

/** A way to sign in, as anybody with a token sees it. */
export const SsoLogin = Schema.Struct({
  id: SamlProviderId,
  label: Schema.String,
  startURL: Schema.String
}).annotate({ identifier: "OrganizationSSOProviderLogin" })
export type SsoLogin = typeof SsoLogin.Type

export const SsoLogins = Schema.Struct({ items: Schema.Array(SsoLogin) }).annotate({ identifier: "OrganizationSSO" })
export type SsoLogins = typeof SsoLogins.Type

/** The addresses of this server that the identity provider is told of. */
export const serviceOf = (base: string, id: SamlProviderId) => ({
  acsURL: `${base}/v1/saml/${id}/acs`,
  startURL: `${base}/v1/saml/${id}/start`,
  entityID: `${base}/v1/saml/${id}/metadata`
})

/** The same for a provider of OpenID Connect, which has no names of SAML. */
export const openIdServiceOf = (base: string, id: SamlProviderId) => ({
  acsURL: `${base}/v1/oidc/${id}/callback`,
  startURL: `${base}/v1/oidc/${id}/start`,
  entityID: ""
})

const services = { saml: serviceOf, oidc: openIdServiceOf }

/** Where browsers begin to sign in with a provider. */
export const startUrlOf = (base: string, id: SamlProviderId, type: Type): string => services[type](base, id).startURL

const ownServiceOf = ({ id, oidc }: SamlProvider, base: string) =>
  services[oidc === undefined ? "saml" : "oidc"](base, id)

export const viewLogin = (self: SamlProvider, base: string): SsoLogin => ({
  id: self.id,
  label: self.label,
  startURL: ownServiceOf(self, base).startURL
})

const viewOpenId = ({ oidc }: SamlProvider) =>
  oidc === undefined
    ? {}
    : {
        type: "oidc" as const,
        issuer: oidc.issuer,
        clientId: oidc.clientId,
        hasClientSecret: oidc.hasSecret,
        ...(oidc.trustsEmail === undefined ? {} : { trustsEmail: oidc.trustsEmail })
      }

export const view = (self: SamlProvider, base: string, team: TeamView | undefined): SamlProviderView => ({
  object: "saml-provider",
  id: self.id,
  label: self.label,
  ssoURL: self.ssoURL,
  entityID: self.entityID,
  certificate: self.certificate,
  ...viewOpenId(self),
  ...(team === undefined ? {} : { defaultTeam: team }),
  defaultRole: self.defaultRole,
  createdAt: toTimestamp(self.createdAt),
  status: isUsable(self) ? "active" : "pending",
  service: ownServiceOf(self, base),
  urls: { location: `${base}/v1/orgs/${self.organization}/saml/${self.id}` }
})
