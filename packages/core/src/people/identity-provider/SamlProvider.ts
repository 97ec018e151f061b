import { Context, Effect, Layer, Schema } from "effect"
import { OrganizationId, SamlProviderId, TeamId } from "../../foundation/id/Ids.ts"
import { clearable, closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"
import { TeamView } from "../team/Team.ts"
import { Issuer } from "./SecureAddress.ts"

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

export const limits = {
  labelLength: 30,
  entityIdLength: 1024,
  certificateLength: 10_000,
  metadataLength: 131_072,
  clientIdLength: 255,
  clientSecretLength: 1024,
  /** Maximum number of certificates of one provider, to allow key rotation. */
  certificates: 5,
  providersPerOrganization: 100
} as const

const fields = describeFields(
  {
    /** An empty string removes the URL. */
    ssoURL: optional(
      Schema.Union([WebAddress, Schema.Literal("")]).annotate({ message: "must be an http or https URL" })
    ),
    entityID: optional(singleLine(0, limits.entityIdLength)),
    certificate: optional(multiLine(0, limits.certificateLength)),
    /** XML with URL, entity id and certificates, in place of these three fields. */
    metadata: optional(multiLine(1, limits.metadataLength)),
    /** For OpenID providers, in place of the SAML fields; an empty string removes the value. */
    issuer: optional(Issuer),
    clientId: optional(singleLine(0, limits.clientIdLength)),
    /** Never shown. An empty string removes it. */
    clientSecret: optional(singleLine(0, limits.clientSecretLength)),
    trustsEmail: optional(Schema.Boolean),
    defaultTeam: clearable(TeamId),
    defaultRole: clearable(Role)
  },
  {
    ssoURL: "Sign-in URL of the provider.",
    entityID: "Entity id of the provider.",
    certificate: "Certificate of the provider in PEM.",
    issuer: "Issuer of an OpenID provider.",
    clientId: "Client id at an OpenID provider.",
    defaultTeam: "Team that new members join.",
    defaultRole: "Role of users who sign in for the first time; null for the default role of the organization.",
    metadata: "SAML metadata from which omitted fields are taken.",
    clientSecret: "Client secret at an OpenID provider; never shown again.",
    trustsEmail:
      "Whether an email address counts as verified if the provider sends `email_verified` as the string `true` or omits it; false by default."
  }
)

const Label = singleLine(1, limits.labelLength)

export const Create = closed(
  "OrganizationSAMLProviderCreate",
  {
    /** The protocol of the provider; SAML when absent. Cannot be changed. */
    type: optional(Schema.Literals(["saml", "oidc"])),
    label: Label,
    ...fields
  },
  { label: "Name of the provider on the sign-in page.", type: "Protocol of the provider." }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "OrganizationSAMLProviderPatch",
  { label: optional(Label), ...fields },
  { label: "Name of the provider on the sign-in page." }
)
export type Patch = typeof Patch.Type

/** The organization has no such provider. */
export class SamlProviderNotFound extends Schema.TaggedError<SamlProviderNotFound>()("SamlProviderNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `SAML provider ${this.id} does not exist`
  }
}

/** The field is not supported by the protocol of this provider (rule oidc-provider). */
export class FieldOfOtherType extends Schema.TaggedError<FieldOfOtherType>()("FieldOfOtherType", {
  field: Schema.String,
  type: Schema.String
}) {
  readonly kind = "invalid" as const
  private get rule() {
    return `is not supported for providers of type ${this.type}`
  }
  override get message() {
    return `${this.field}: ${this.rule}`
  }
  get details() {
    return [{ path: this.field, rule: this.rule }]
  }
}

/** The organization has reached its limit of providers (rule saml-limits). */
export class TooManySamlProviders extends Schema.TaggedError<TooManySamlProviders>()("TooManySamlProviders", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has reached the limit of ${limits.providersPerOrganization} SAML providers: delete one before adding another`
  }
}

/**
 * The provider is the last usable one and members must sign in with it, so it cannot be removed (rule
 * sso-needs-provider).
 */
export class SsoProviderNeeded extends Schema.TaggedError<SsoProviderNeeded>()("SsoProviderNeeded", {
  id: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `members must sign in with SAML provider ${this.id}: disable single sign-on first, or add another provider`
  }
}

const ofType = {
  saml: ["ssoURL", "entityID", "certificate", "metadata"],
  oidc: ["issuer", "clientId", "clientSecret", "trustsEmail"]
} as const

/** A field of the input that belongs to the other type of providers. */
export const findForeign = (type: "saml" | "oidc", input: Patch): FieldOfOtherType | undefined => {
  const field = ofType[type === "saml" ? "oidc" : "saml"].find((name) => input[name] !== undefined)
  return field === undefined ? undefined : new FieldOfOtherType({ field, type })
}

/**
 * The secret to store after a change: a secret is never sent to another issuer than the one it was set for (rule
 * oidc-secret).
 */
export const secretAfter = (self: SamlProvider, { clientSecret, issuer }: Patch): string | undefined => {
  const isElsewhere = issuer !== undefined && issuer !== self.oidc?.issuer
  return clientSecret ?? (isElsewhere ? "" : undefined)
}

const patchOpenId = (self: SamlProvider, oidc: OpenIdSettings, changes: Patch): OpenIdSettings => {
  const secret = secretAfter(self, changes)
  // Another issuer is trusted only if the request states so.
  const isSame = changes.issuer === undefined || changes.issuer === oidc.issuer
  const trustsEmail = changes.trustsEmail ?? (isSame ? oidc.trustsEmail : undefined)
  return {
    issuer: changes.issuer ?? oidc.issuer,
    clientId: changes.clientId ?? oidc.clientId,
    ...(trustsEmail === undefined ? {} : { trustsEmail }),
    hasSecret: secret === undefined ? oidc.hasSecret : secret !== ""
  }
}

export const patch = (self: SamlProvider, changes: Patch): SamlProvider => ({
  ...self,
  ...(self.oidc === undefined ? {} : { oidc: patchOpenId(self, self.oidc, changes) }),
  label: changes.label ?? self.label,
  ssoURL: changes.ssoURL ?? self.ssoURL,
  entityID: changes.entityID ?? self.entityID,
  certificate: changes.certificate ?? self.certificate,
  defaultTeam: changes.defaultTeam === undefined ? self.defaultTeam : changes.defaultTeam,
  defaultRole: changes.defaultRole === undefined ? self.defaultRole : changes.defaultRole
})

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

/** Updates providers that refer to resources that are being removed. Used with the tree locked. */
export class SamlDefaults extends Context.Service<SamlDefaults>()("@quire/core/SamlDefaults", {
  make: Effect.map(Repository.make(collection), (providers) => {
    /** Removes a team that is being deleted from the default teams of providers (rule saml-defaults). */
    const forgetTeam = Effect.fnUntraced(function* (organization: OrganizationId, team: string) {
      const limit = limits.providersPerOrganization
      for (const row of yield* providers.list("withTeam", { equals: { organization, defaultTeam: team }, limit })) {
        yield* providers.update(row, { ...row.value, defaultTeam: null })
      }
    })

    /** Whether members can sign in to the organization with another provider than the one that is being removed. */
    const canSignIn = (organization: OrganizationId, except?: string) =>
      Effect.map(providers.list("usable", { equals: { organization, usable: true }, limit: 2 }), (rows) =>
        rows.some(({ value }) => value.id !== except)
      )

    return { forgetTeam, canSignIn } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
