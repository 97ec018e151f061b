import { Schema } from "effect"
import { TeamId } from "../../foundation/id/TeamId.ts"
import { clearable, closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
import { Role } from "../access/Role.ts"
import type { OpenIdSettings, SamlProvider } from "./SamlProvider.ts"
import { Issuer } from "./SecureAddress.ts"

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
