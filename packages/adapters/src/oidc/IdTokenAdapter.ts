import { IdTokenVerifier, SamlVerifier } from "@quire/core"
import { Effect, Layer, Predicate } from "effect"
import { decodeProtectedHeader, errors, importJWK, type JWK, jwtVerify } from "jose"

export const limits = {
  /** Characters of a token. */
  length: 16_384,
  /** By how much clocks may differ, in seconds. */
  skew: 60,
  /** Age in seconds after which a token is rejected, regardless of its own expiry. */
  age: 3600
} as const

/** The key type and curve of each algorithm. A token cannot choose how a key is used. */
const algorithms = {
  RS256: { kty: "RSA" },
  PS256: { kty: "RSA" },
  ES256: { kty: "EC", crv: "P-256" },
  EdDSA: { kty: "OKP", crv: "Ed25519" }
} as const
type Algorithm = keyof typeof algorithms

const isAlgorithm = (text: string | undefined): text is Algorithm =>
  text !== undefined && Object.hasOwn(algorithms, text)

const refuse = (problem: string) => new IdTokenVerifier.IdTokenRefused({ problem })

interface Header {
  readonly algorithm: Algorithm
  readonly keyId: string | undefined
}

/** The signature header of a token, before it is verified. */
const readHeader = (token: string): Header => {
  if (token.length > limits.length) throw refuse("it is too long")
  const { alg, crit, kid, typ } = decodeProtectedHeader(token)
  if (!isAlgorithm(alg)) throw refuse("it is signed with an algorithm that is not accepted")
  if (crit !== undefined) throw refuse("its header lists a critical extension that is not supported")
  if (typ !== undefined && typ.toUpperCase() !== "JWT") throw refuse("its type is not JWT")
  return { algorithm: alg, keyId: kid }
}

/** Whether a key may verify signatures of an algorithm, according to its own metadata. */
const isFor = (key: IdTokenVerifier.PublishedKey, algorithm: Algorithm): boolean => {
  const wanted: { readonly kty: string; readonly crv?: string } = algorithms[algorithm]
  return (
    key["kty"] === wanted.kty &&
    (wanted.crv === undefined || key["crv"] === wanted.crv) &&
    (key["use"] ?? "sig") === "sig" &&
    (key["alg"] ?? algorithm) === algorithm
  )
}

/** The key that must have signed a token; if the token names none, the only suitable key. */
const findKey = (keys: ReadonlyArray<IdTokenVerifier.PublishedKey>, { algorithm, keyId }: Header) => {
  const found = keys.filter(
    (key) => isFor(key, algorithm) && (keyId === undefined || key["kid"] === undefined || key["kid"] === keyId)
  )
  const [first, second] = found
  if (first === undefined) throw new IdTokenVerifier.KeyUnknown()
  if (second !== undefined) throw refuse("more than one key matches its header")
  return first
}

/** The members of a public key, without members that affect how it is used. */
const publicOnly = (key: IdTokenVerifier.PublishedKey): JWK => {
  const text = (name: string) => (Predicate.isString(key[name]) ? { [name]: key[name] } : {})
  return { ...text("kty"), ...text("crv"), ...text("n"), ...text("e"), ...text("x"), ...text("y") }
}

const checkParties = (claims: IdTokenVerifier.IdTokenClaims, { clientId, nonce }: IdTokenVerifier.ExpectedIdToken) => {
  const { aud, azp } = claims
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId)
    throw refuse("its azp claim is missing or is not the client ID")
  if (claims["nonce"] !== nonce) throw refuse("its nonce does not match the request")
}

const verifyToken = async (
  token: string,
  expected: IdTokenVerifier.ExpectedIdToken
): Promise<IdTokenVerifier.IdTokenClaims> => {
  const header = readHeader(token)
  const key = await importJWK(publicOnly(findKey(expected.keys, header)), header.algorithm)
  const { payload } = await jwtVerify(token, key, {
    algorithms: [header.algorithm],
    issuer: expected.issuer,
    audience: expected.clientId,
    currentDate: new Date(expected.now),
    clockTolerance: limits.skew,
    maxTokenAge: limits.age,
    requiredClaims: ["iss", "aud", "exp", "iat", "sub", "nonce"]
  })
  checkParties(payload, expected)
  return payload
}

const { quoted } = SamlVerifier

/** Describes which claim is not as expected, and its value. */
const claimProblem = (
  { claim, payload }: errors.JWTClaimValidationFailed | errors.JWTExpired,
  expected: IdTokenVerifier.ExpectedIdToken
) => {
  const wanted = claim === "iss" ? expected.issuer : claim === "aud" ? expected.clientId : undefined
  const meant = wanted === undefined ? "is invalid or expired" : `is not ${quoted(wanted)}`
  return `its claim ${claim} ${meant}: ${quoted(payload[claim])}`
}

const refusalOf = (error: unknown, expected: IdTokenVerifier.ExpectedIdToken) => {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
    return refuse(claimProblem(error, expected))
  }
  if (error instanceof IdTokenVerifier.IdTokenRefused || error instanceof IdTokenVerifier.KeyUnknown) return error
  return refuse(error instanceof errors.JOSEError ? error.message.slice(0, 200) : "it cannot be parsed")
}

export const layer: Layer.Layer<IdTokenVerifier.IdTokenVerifier> = Layer.succeed(IdTokenVerifier.IdTokenVerifier, {
  verify: (token, expected) =>
    Effect.tryPromise({ try: () => verifyToken(token, expected), catch: (error) => refusalOf(error, expected) })
})
