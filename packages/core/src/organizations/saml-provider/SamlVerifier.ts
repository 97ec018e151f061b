import { Context, type Effect, Schema } from "effect"

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

/** Reads what identity providers send and administrators copy from them. */
export class SamlVerifier extends Context.Service<
  SamlVerifier,
  {
    /**
     * The certificates of a text, as base64 of their DER: in PEM, one or two, or one in base64 alone. Keys that are
     * too weak are refused (rule saml-certificate).
     */
    readonly readCertificates: (text: string) => Effect.Effect<ReadonlyArray<string>, CertificateRefused>
  }
>()("@quire/core/SamlVerifier") {}
