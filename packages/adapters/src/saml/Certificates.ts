import { X509Certificate } from "node:crypto"
import { SamlProviderInput, SamlVerifier } from "@quire/core"
import { Effect } from "effect"

/** Minimum size of an RSA key in bits. */
const leastModulus = 2048

const pem = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

const refuse = (rule: string) => Effect.fail(new SamlVerifier.CertificateRefused({ rule }))

/** The base64 of each certificate in a text, either as PEM or alone; any other content is an error. */
const split = (text: string): ReadonlyArray<string> => {
  const found = [...text.matchAll(pem)].map(([, body = ""]) => body)
  if (found.length === 0) return /^[A-Za-z0-9+/=\s]+$/.test(text) ? [text] : []
  return text.replace(pem, "").trim() === "" ? found : []
}

const parse = (base64: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(Buffer.from(base64, "base64"))
  } catch {
    return undefined
  }
}

const isStrong = ({ publicKey }: X509Certificate): boolean =>
  publicKey.asymmetricKeyType === "rsa" && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= leastModulus

/** The certificates in a text, as base64 of their DER (rule saml-certificate). */
export const read = (text: string): Effect.Effect<ReadonlyArray<string>, SamlVerifier.CertificateRefused> => {
  const found = split(text).flatMap((base64) => parse(base64) ?? [])
  const { certificates } = SamlProviderInput.limits
  if (found.length === 0 || found.length !== split(text).length) {
    return refuse("must be an X.509 certificate in PEM or base64")
  }
  if (found.length > certificates) return refuse(`must be at most ${certificates} certificates`)
  if (!found.every(isStrong)) return refuse(`must contain an RSA key of at least ${leastModulus} bits`)
  return Effect.succeed(found.map(({ raw }) => raw.toString("base64")))
}
