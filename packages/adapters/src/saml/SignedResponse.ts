import { type CacheProvider, SAML, ValidateInResponseTo } from "@node-saml/node-saml"
import { SamlVerifier } from "@quire/core"
import { Effect } from "effect"
import * as MessageShape from "./MessageShape.ts"
import { childrenOf, namespaces, otherIssuer } from "./MessageShape.ts"
import * as XmlBounds from "./XmlBounds.ts"
import * as XmlReader from "./XmlReader.ts"
import { listElements, type XmlElement } from "./XmlReader.ts"

const { quoted } = SamlVerifier

export const limits = {
  /** By how much clocks may differ. */
  skewMilliseconds: 60_000,
  /** Age after which an assertion is rejected, regardless of its own expiry. */
  ageMilliseconds: 3_600_000,
  nameLength: 254,
  /** Limits on attributes: names, values of one name, and characters of a name or value. Anything beyond is omitted. */
  attributes: 100,
  values: 100,
  attributeNameLength: 256,
  valueLength: 1000
} as const

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

const refuseAssertion = (problem: string) => new SamlVerifier.AssertionRefused({ problem })

const timeOf = (self: XmlElement, name: string): number | undefined => {
  const text = self.attributes.get(name)
  if (text === undefined) return undefined
  const time = instant.test(text) ? Date.parse(text.replace(/(\.\d{3})\d+Z$/, "$1Z")) : Number.NaN
  if (Number.isNaN(time)) throw refuseAssertion(`${name} is not a valid time`)
  return time
}

const only = (self: XmlElement, name: string): XmlElement => {
  const [found, ...others] = childrenOf(self, namespaces.assertion, name)
  if (found === undefined || others.length > 0) throw refuseAssertion(`it must contain exactly one ${name}`)
  return found
}

/** Whether the time is within the validity period, widened by one minute on each side. The end must be present. */
const isNow = (self: XmlElement, now: number): boolean => {
  const from = timeOf(self, "NotBefore")
  const until = timeOf(self, "NotOnOrAfter")
  const isBegun = from === undefined || now >= from - limits.skewMilliseconds
  return isBegun && until !== undefined && now < until + limits.skewMilliseconds
}

const checkConditions = (assertion: XmlElement, { audience, now }: SamlVerifier.ExpectedAssertion) => {
  const conditions = only(assertion, "Conditions")
  if (!isNow(conditions, now)) throw refuseAssertion("it is expired, not yet valid or has no NotOnOrAfter")
  const restrictions = childrenOf(conditions, namespaces.assertion, "AudienceRestriction")
  const audiencesOf = (restriction: XmlElement) =>
    childrenOf(restriction, namespaces.assertion, "Audience").map(({ text }) => text.trim())
  if (restrictions.length === 0 || !restrictions.every((each) => audiencesOf(each).includes(audience))) {
    throw refuseAssertion(`its audience is ${quoted(restrictions.flatMap(audiencesOf))}, not ${quoted(audience)}`)
  }
}

/** The InResponseTo of the confirmation; null if it has none. */
const findAnswered = (subject: XmlElement, { destination, now }: SamlVerifier.ExpectedAssertion): string | null => {
  for (const confirmation of childrenOf(subject, namespaces.assertion, "SubjectConfirmation")) {
    const [data, ...others] = childrenOf(confirmation, namespaces.assertion, "SubjectConfirmationData")
    if (confirmation.attributes.get("Method") !== bearer || data === undefined || others.length > 0) continue
    if (data.attributes.get("Recipient") !== destination || !isNow(data, now)) continue
    return data.attributes.get("InResponseTo") ?? null
  }
  const recipients = listElements(subject).flatMap(({ attributes }) => attributes.get("Recipient") ?? [])
  throw refuseAssertion(
    `it has no valid subject confirmation for the recipient ${quoted(destination)}, only for ${quoted(recipients)}`
  )
}

/** The text of the NameID; empty where there is none. */
const findName = (subject: XmlElement): string => {
  if (childrenOf(subject, namespaces.assertion, "NameID").length === 0) return ""
  const name = only(subject, "NameID")
  if (name.children.length > 0 || name.text.length > limits.nameLength)
    throw refuseAssertion("its NameID is not plain text")
  return name.text.trim()
}

/** The text of an attribute under either of the two forms of its name. */
const findAttribute = (assertion: XmlElement, wanted: string): string | undefined => {
  for (const statement of childrenOf(assertion, namespaces.assertion, "AttributeStatement")) {
    for (const each of childrenOf(statement, namespaces.assertion, "Attribute")) {
      const [value] = childrenOf(each, namespaces.assertion, "AttributeValue")
      if (each.attributes.get("Name") === wanted && value?.children.length === 0) return value.text.trim()
    }
  }
  return undefined
}

/**
 * The values of each attribute, within the limits (rule saml-attributes). Repeated statements of one name are merged
 * into one list.
 */
const listAttributes = (assertion: XmlElement): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const statement of childrenOf(assertion, namespaces.assertion, "AttributeStatement")) {
    for (const each of childrenOf(statement, namespaces.assertion, "Attribute")) {
      const name = each.attributes.get("Name") ?? ""
      const values = found.get(name) ?? []
      const isFull = !found.has(name) && found.size >= limits.attributes
      if (name === "" || name.length > limits.attributeNameLength || isFull) continue
      for (const { children, text } of childrenOf(each, namespaces.assertion, "AttributeValue")) {
        const value = text.trim()
        const fits = value.length <= limits.valueLength && values.length < limits.values
        if (children.length === 0 && fits) values.push(value)
      }
      found.set(name, values)
    }
  }
  return found
}

const readAttributes = (assertion: XmlElement): SamlVerifier.VerifiedAssertion["attributes"] =>
  Object.fromEntries(
    Array.from(listAttributes(assertion), ([name, values]) => {
      const [only] = values
      return [name, values.length === 1 && only !== undefined ? only : values]
    })
  )

/**
 * Returns the content of a verified assertion if its issuer, audience, recipient and times are as expected; throws
 * `AssertionRefused`.
 */
export const read = (
  assertion: XmlElement,
  expected: SamlVerifier.ExpectedAssertion
): SamlVerifier.VerifiedAssertion => {
  const { issuer, now } = expected
  if (assertion.namespace !== namespaces.assertion || assertion.name !== "Assertion")
    throw refuseAssertion("it is not an assertion")
  if (assertion.attributes.get("Version") !== "2.0") throw refuseAssertion("its SAML version is not 2.0")
  const said = only(assertion, "Issuer").text.trim()
  if (said !== issuer) throw refuseAssertion(otherIssuer(said, issuer))
  const issued = timeOf(assertion, "IssueInstant")
  const { ageMilliseconds, skewMilliseconds } = limits
  if (issued === undefined || issued > now + skewMilliseconds || issued <= now - ageMilliseconds - skewMilliseconds) {
    throw refuseAssertion("its IssueInstant is missing, too old or in the future")
  }
  checkConditions(assertion, expected)
  if (childrenOf(assertion, namespaces.assertion, "AuthnStatement").length === 0)
    throw refuseAssertion("it has no AuthnStatement")
  const subject = only(assertion, "Subject")
  const id = assertion.attributes.get("ID")
  if (id === undefined) throw refuseAssertion("it has no ID")
  return {
    id,
    inResponseTo: findAnswered(subject, expected),
    nameId: findName(subject),
    firstName: findAttribute(assertion, "first_name"),
    lastName: findAttribute(assertion, "last_name"),
    attributes: readAttributes(assertion),
    expiresAt: issued + ageMilliseconds + 2 * skewMilliseconds
  }
}

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
  const asserted = read(XmlReader.read(signed), expected)
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
