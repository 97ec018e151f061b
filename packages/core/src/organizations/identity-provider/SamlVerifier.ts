import { Context, type Effect, Schema } from "effect"
import { UserId } from "../../foundation/id/UserId.ts"

/** Why certificates are refused; `rule` says what they must be. */
export class CertificateRefused extends Schema.TaggedError<CertificateRefused>()("CertificateRefused", {
  rule: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `certificate: ${this.rule}`
  }
  get details() {
    return [{ path: "certificate", rule: this.rule }]
  }
}

/** Why metadata is refused; `rule` says what it must be. */
export class MetadataRefused extends Schema.TaggedError<MetadataRefused>()("MetadataRefused", {
  rule: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `metadata: ${this.rule}`
  }
  get details() {
    return [{ path: "metadata", rule: this.rule }]
  }
}

/** What metadata says of an identity provider. */
export interface ProviderMetadata {
  readonly entityID: string
  readonly ssoURL: string
  /** Of each key, in PEM. */
  readonly certificate: string
}

/** Why an assertion opens nothing. For administrators and operators: the sender learns only that it was refused. */
export class AssertionRefused extends Schema.TaggedError<AssertionRefused>()("AssertionRefused", {
  problem: Schema.String,
  /** The account that is not opened, if it is one. */
  user: Schema.optionalKey(UserId)
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `the assertion was refused: ${this.problem}`
  }
}

/** Foreign text, quoted in a reason. */
export const quoted = (said: unknown): string => {
  const text = JSON.stringify(said) ?? "nothing"
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text
}

/** What an assertion must be of and for. */
export interface ExpectedAssertion {
  /** The issuer. */
  readonly issuer: string
  /** As base64 of their DER; a signature by one is enough. */
  readonly certificates: ReadonlyArray<string>
  /** This server as the audience. */
  readonly audience: string
  /** Where it was sent to. */
  readonly destination: string
  readonly now: number
}

/** A verified assertion. */
export interface VerifiedAssertion {
  readonly id: string
  /** The id of the request that it answers; null if the identity provider began. */
  readonly inResponseTo: string | null
  readonly nameId: string
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  /** What else is said of the person, by name; a list where there are several values, or none. */
  readonly attributes: { readonly [name: string]: string | ReadonlyArray<string> }
  /** From when on it is certainly too old to be accepted again. */
  readonly expiresAt: number
}

export interface SignInRequest {
  readonly id: string
  readonly now: number
  /** Where the identity provider takes requests. */
  readonly ssoURL: string
  /** This server's names. */
  readonly audience: string
  readonly destination: string
}

/** Reads what identity providers send, and writes what they are sent. */
export class SamlVerifier extends Context.Service<
  SamlVerifier,
  {
    /**
     * The certificates of a text, as base64 of their DER: in PEM, some, or one in base64 alone. Keys that are
     * too weak are refused (rule saml-certificate).
     */
    readonly readCertificates: (text: string) => Effect.Effect<ReadonlyArray<string>, CertificateRefused>
    /** What the metadata (XML) of an identity provider says of it (rule saml-metadata). */
    readonly readMetadata: (xml: string) => Effect.Effect<ProviderMetadata, MetadataRefused>
    /**
     * The id of the request that a response (base64 of XML) says it answers, or null: what can be told without parsing
     * it. Refuses what `verify` would refuse at a glance (rule saml-cheap-checks).
     */
    readonly glance: (
      response: string,
      expected: Pick<ExpectedAssertion, "issuer">
    ) => Effect.Effect<string | null, AssertionRefused>
    /** What a response (base64 of XML) asserts, if it is signed and says all that it must (rule saml-assertion). */
    readonly verify: (
      response: string,
      expected: ExpectedAssertion
    ) => Effect.Effect<VerifiedAssertion, AssertionRefused>
    /** The address that a browser is sent to with a request. */
    readonly makeAddress: (request: SignInRequest, relayState: string) => Effect.Effect<string>
    /** The metadata of this server, as XML. */
    readonly makeMetadata: (service: Pick<SignInRequest, "audience" | "destination">) => string
  }
>()("@quire/core/SamlVerifier") {}
