import { Schema } from "effect"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"
import { TeamView } from "../team/TeamView.ts"
import { isUsable, type SamlProvider, type Type } from "./SamlProvider.ts"

/** A provider as shown to administrators; `pending` until members can sign in with it (rule saml-usable). */
export const SamlProviderView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("saml-provider"),
      id: SamlProviderId,
      label: Schema.String,
      ssoURL: Schema.String,
      entityID: Schema.String,
      certificate: Schema.String,
      /** Present only for OpenID providers, together with their fields; the SAML fields are then empty. */
      type: optional(Schema.Literal("oidc")),
      issuer: optional(Schema.String),
      clientId: optional(Schema.String),
      hasClientSecret: optional(Schema.Boolean),
      trustsEmail: optional(Schema.Boolean),
      defaultTeam: optional(TeamView),
      defaultRole: Schema.NullOr(Role),
      createdAt: Timestamp,
      status: Schema.Literals(["active", "pending"]),
      service: Schema.Struct(
        describeFields(
          { acsURL: Schema.String, startURL: Schema.String, entityID: Schema.String },
          {
            acsURL: "Address that receives the responses of the provider.",
            startURL: "URL at which a sign-in starts.",
            entityID: "Entity id of this server."
          }
        )
      ),
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      label: "Name of the provider on the sign-in page.",
      ssoURL: "Sign-in URL of the provider.",
      entityID: "Entity id of the provider.",
      certificate: "Certificate of the provider in PEM.",
      type: "Protocol of the provider.",
      issuer: "Issuer of an OpenID provider.",
      clientId: "Client id at an OpenID provider.",
      hasClientSecret: "Whether a client secret is stored.",
      trustsEmail:
        "Whether an email address counts as verified if the provider sends `email_verified` as the string `true` or omits it.",
      defaultTeam: "Team that new members join.",
      defaultRole: "Role of users who sign in for the first time; null for the default role of the organization.",
      status: "Whether the provider is ready to use or has missing fields.",
      service: "Service provider details to configure at the identity provider.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "OrganizationSAMLProvider" })
export type SamlProviderView = typeof SamlProviderView.Type

/** A sign-in option, as shown to callers with any valid token. */
export const SsoLogin = Schema.Struct(
  describeFields(
    {
      id: SamlProviderId,
      label: Schema.String,
      startURL: Schema.String
    },
    {
      label: "Name of the provider on the sign-in page.",
      startURL: "URL at which a sign-in starts.",
      id: "Identifier, which never changes."
    }
  )
).annotate({ identifier: "OrganizationSSOProviderLogin" })
export type SsoLogin = typeof SsoLogin.Type

export const SsoLogins = Schema.Struct(
  describeFields({ items: Schema.Array(SsoLogin) }, { items: "Sign-in options of the organization." })
).annotate({ identifier: "OrganizationSSO" })
export type SsoLogins = typeof SsoLogins.Type

/** The URLs of this server to configure at the identity provider. */
export const serviceOf = (base: string, id: SamlProviderId) => ({
  acsURL: `${base}/v1/saml/${id}/acs`,
  startURL: `${base}/v1/saml/${id}/start`,
  entityID: `${base}/v1/saml/${id}/metadata`
})

/** The same for an OpenID Connect provider, without SAML fields. */
export const openIdServiceOf = (base: string, id: SamlProviderId) => ({
  acsURL: `${base}/v1/oidc/${id}/callback`,
  startURL: `${base}/v1/oidc/${id}/start`,
  entityID: ""
})

const services = { saml: serviceOf, oidc: openIdServiceOf }

/** The URL at which browsers start to sign in with a provider. */
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
