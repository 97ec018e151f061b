import { Context, type Effect, Schema } from "effect"
import { UserId } from "../../foundation/id/Ids.ts"

/** Certificates were rejected; `rule` is the requirement that they violate. */
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

/** Metadata was rejected; `rule` is the requirement that it violates. */
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

/** The metadata of an identity provider. */
export interface ProviderMetadata {
  readonly entityID: string
  readonly ssoURL: string
  /** The certificates of all keys, in PEM. */
  readonly certificate: string
}

/**
 * An assertion was rejected. The reason is for administrators and operators: the sender only learns that it was
 * rejected.
 */
export class AssertionRefused extends Schema.TaggedError<AssertionRefused>()("AssertionRefused", {
  problem: Schema.String,
  /** The user whose sign-in was refused, if an account matched. */
  user: Schema.optionalKey(UserId)
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `the assertion was rejected: ${this.problem}`
  }
}

/** Quotes third-party text for use in a reason. */
export const quoted = (said: unknown): string => {
  const text = JSON.stringify(said) ?? "nothing"
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text
}

/** The required issuer, audience and destination of an assertion. */
export interface ExpectedAssertion {
  /** The issuer. */
  readonly issuer: string
  /** As base64 of their DER; a signature by one of them is sufficient. */
  readonly certificates: ReadonlyArray<string>
  /** This server as the audience. */
  readonly audience: string
  /** The URL that it was sent to. */
  readonly destination: string
  readonly now: number
}

/** A verified assertion. */
export interface VerifiedAssertion {
  readonly id: string
  /** The id of the request that it responds to; null if the identity provider initiated the sign-in. */
  readonly inResponseTo: string | null
  readonly nameId: string
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  /** Further attributes of the user, by name; a list if there are several values or no value. */
  readonly attributes: { readonly [name: string]: string | ReadonlyArray<string> }
  /** Time from which it is certainly too old to be accepted again. */
  readonly expiresAt: number
}

export interface SignInRequest {
  readonly id: string
  readonly now: number
  /** The URL of the identity provider for requests. */
  readonly ssoURL: string
  /** The names of this server. */
  readonly audience: string
  readonly destination: string
}

/** Reads messages of identity providers, and writes messages to them. */
export class SamlVerifier extends Context.Service<
  SamlVerifier,
  {
    /**
     * The certificates in a text, as base64 of their DER: one or more in PEM, or one in plain base64. Weak keys are
     * rejected (rule saml-certificate).
     */
    readonly readCertificates: (text: string) => Effect.Effect<ReadonlyArray<string>, CertificateRefused>
    /** Reads the metadata (XML) of an identity provider (rule saml-metadata). */
    readonly readMetadata: (xml: string) => Effect.Effect<ProviderMetadata, MetadataRefused>
    /**
     * The id of the request that a response (base64 of XML) claims to respond to, or null, determined without parsing
     * it. Rejects early what `verify` would reject by cheap checks (rule saml-cheap-checks).
     */
    readonly glance: (
      response: string,
      expected: Pick<ExpectedAssertion, "issuer">
    ) => Effect.Effect<string | null, AssertionRefused>
    /** Returns the assertion of a response (base64 of XML), if it is signed and complete (rule saml-assertion). */
    readonly verify: (
      response: string,
      expected: ExpectedAssertion
    ) => Effect.Effect<VerifiedAssertion, AssertionRefused>
    /** The URL that a browser is redirected to with a request. */
    readonly makeAddress: (request: SignInRequest, relayState: string) => Effect.Effect<string>
    /** The metadata of this server, as XML. */
    readonly makeMetadata: (service: Pick<SignInRequest, "audience" | "destination">) => string
  }
>()("@quire/core/SamlVerifier") {}
