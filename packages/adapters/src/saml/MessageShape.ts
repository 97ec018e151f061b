import { SamlVerifier } from "@quire/core"
import { listElements, type XmlElement } from "./XmlReader.ts"

export const namespaces = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  signature: "http://www.w3.org/2000/09/xmldsig#"
} as const

const success = "urn:oasis:names:tc:SAML:2.0:status:Success"

/** Algorithms without SHA-1, without shared secrets, and without transforms that change the signed content. */
const algorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#"
])

const methods = new Set(["SignatureMethod", "DigestMethod", "CanonicalizationMethod", "Transform"])

const encrypted = "it is encrypted; configure the identity provider to send signed assertions without encryption"

const { quoted } = SamlVerifier

/** The message for an unexpected issuer, with both issuers. */
export const otherIssuer = (said: string, issuer: string): string =>
  `its issuer is ${quoted(said)}, but the provider's entity ID is ${quoted(issuer)}`

export const childrenOf = (self: XmlElement, namespace: string, name: string): ReadonlyArray<XmlElement> =>
  self.children.filter((child) => child.namespace === namespace && child.name === name)

const hasStrangeId = (all: ReadonlyArray<XmlElement>): boolean => {
  const ids = all.flatMap(({ attributes }) =>
    [...attributes].flatMap(([name, value]) => (/^(?:.*:)?id$/i.test(name) ? [value] : []))
  )
  return new Set(ids).size !== ids.length || ids.some((id) => !/^[\w.-]{1,256}$/.test(id))
}

const signatureProblem = (all: ReadonlyArray<XmlElement>, holders: ReadonlyArray<XmlElement>): string | undefined => {
  const signatures = all.filter(({ name }) => name === "Signature")
  const held = holders.flatMap((holder) => childrenOf(holder, namespaces.signature, "Signature"))
  if (signatures.length !== held.length) return "a signature is at an unexpected place"
  const inside = signatures.flatMap(listElements)
  if (inside.some(({ name }) => name === "Object" || name === "Manifest"))
    return "a signature contains an Object or Manifest element"
  const used = inside.filter(({ name }) => methods.has(name))
  if (!used.every(({ attributes }) => algorithms.has(attributes.get("Algorithm") ?? ""))) {
    return "it is signed with an algorithm that is not accepted"
  }
  return undefined
}

/**
 * Why a response does not have the required structure: exactly one assertion, signatures only of the assertion and of
 * the response, no duplicate IDs. A response that passes must still be verified.
 */
export const findProblem = (response: XmlElement, destination: string, issuer: string): string | undefined => {
  const all = listElements(response)
  const of = (name: string) => all.filter((each) => each.name === name)
  if (response.namespace !== namespaces.protocol || response.name !== "Response") return "it is not a response"
  if (of("EncryptedAssertion").length + of("EncryptedID").length > 0) return encrypted
  const [assertion, ...others] = childrenOf(response, namespaces.assertion, "Assertion")
  if (assertion === undefined || others.length > 0 || of("Assertion").length !== 1)
    return "it must contain exactly one assertion"
  if (of("Response").length !== 1) return "it contains another response"
  if (hasStrangeId(all)) return "an ID occurs twice or is invalid"
  const [status] = childrenOf(response, namespaces.protocol, "Status")
  const codes = status === undefined ? [] : childrenOf(status, namespaces.protocol, "StatusCode")
  if (codes[0]?.attributes.get("Value") !== success) return "its status is not Success"
  const sentTo = response.attributes.get("Destination")
  if (sentTo !== destination) return `its Destination is ${quoted(sentTo)}, not ${quoted(destination)}`
  const issuers = childrenOf(response, namespaces.assertion, "Issuer").map(({ text }) => text.trim())
  const other = issuers.find((each) => each !== issuer)
  if (other !== undefined) return otherIssuer(other, issuer)
  return signatureProblem(all, [response, assertion])
}
