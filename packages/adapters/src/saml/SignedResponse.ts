import { type CacheProvider, SAML, ValidateInResponseTo } from "@node-saml/node-saml"
import { SamlVerifier } from "@quire/core"
import { Effect } from "effect"
import * as AssertionFacts from "./AssertionFacts.ts"
import * as MessageShape from "./MessageShape.ts"
import * as XmlBounds from "./XmlBounds.ts"
import * as XmlReader from "./XmlReader.ts"

const refuse = (problem: string) => new SamlVerifier.AssertionRefused({ problem })

/** Caches nothing: used requests and assertions are rows in the store. */
const nothingKept: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null
}

/**
 * Verifies signatures. The other requirements are checked afterwards, on the signed content. An assertion without a
 * signature is covered by the signature of its response; an assertion with a signature must pass its own verification.
 */
const verifierOf = (
  { audience, certificates, destination }: SamlVerifier.ExpectedAssertion,
  wantAssertionsSigned: boolean
): SAML =>
  new SAML({
    issuer: audience,
    callbackUrl: destination,
    idpCert: [...certificates],
    audience: false,
    acceptedClockSkewMs: -1,
    wantAssertionsSigned,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: nothingKept
  })

const readText = (base64: string): string => {
  if (base64.length > XmlBounds.mostBase64) throw refuse("it is too long")
  if (!/^[A-Za-z0-9+/=\s]+$/.test(base64)) throw refuse("it is not base64")
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64, "base64"))
}

const verifyText = async (
  response: string,
  expected: SamlVerifier.ExpectedAssertion
): Promise<SamlVerifier.VerifiedAssertion> => {
  const xml = readText(response)
  const bound = XmlBounds.findProblem(xml)
  if (bound !== undefined) throw refuse(bound)
  const message = XmlReader.read(xml)
  const shape = MessageShape.findProblem(message, expected.destination, expected.issuer)
  if (shape !== undefined) throw refuse(shape)
  const isSigned = (element: XmlReader.XmlElement) =>
    MessageShape.childrenOf(element, MessageShape.namespaces.signature, "Signature").length > 0
  const isAssertionSigned = message.children.some((child) => child.name === "Assertion" && isSigned(child))
  if (!isAssertionSigned && !isSigned(message)) throw refuse("it is not signed")
  const verifier = verifierOf(expected, isAssertionSigned)
  const { profile } = await verifier.validatePostResponseAsync({ SAMLResponse: response })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw refuse("it is not signed")
  const asserted = AssertionFacts.read(XmlReader.read(signed), expected)
  const answered = message.attributes.get("InResponseTo") ?? null
  if (answered !== asserted.inResponseTo)
    throw refuse("the response and the assertion have different InResponseTo values")
  return asserted
}

/** The content of a response, if it is signed by the identity provider (rule saml-assertion). */
export const verify = (
  response: string,
  expected: SamlVerifier.ExpectedAssertion
): Effect.Effect<SamlVerifier.VerifiedAssertion, SamlVerifier.AssertionRefused> =>
  Effect.tryPromise({
    try: () => verifyText(response, expected),
    catch: (error) =>
      error instanceof SamlVerifier.AssertionRefused
        ? error
        : refuse(error instanceof Error ? error.message.slice(0, 200) : "it cannot be parsed")
  })
