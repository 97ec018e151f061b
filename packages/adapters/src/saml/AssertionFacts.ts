import { SamlVerifier } from "@quire/core"
import { childrenOf, namespaces, otherIssuer } from "./MessageShape.ts"
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

const refuse = (problem: string) => new SamlVerifier.AssertionRefused({ problem })

const timeOf = (self: XmlElement, name: string): number | undefined => {
  const text = self.attributes.get(name)
  if (text === undefined) return undefined
  const time = instant.test(text) ? Date.parse(text.replace(/(\.\d{3})\d+Z$/, "$1Z")) : Number.NaN
  if (Number.isNaN(time)) throw refuse(`${name} is not a valid time`)
  return time
}

const only = (self: XmlElement, name: string): XmlElement => {
  const [found, ...others] = childrenOf(self, namespaces.assertion, name)
  if (found === undefined || others.length > 0) throw refuse(`it must contain exactly one ${name}`)
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
  if (!isNow(conditions, now)) throw refuse("it is expired, not yet valid or has no NotOnOrAfter")
  const restrictions = childrenOf(conditions, namespaces.assertion, "AudienceRestriction")
  const audiencesOf = (restriction: XmlElement) =>
    childrenOf(restriction, namespaces.assertion, "Audience").map(({ text }) => text.trim())
  if (restrictions.length === 0 || !restrictions.every((each) => audiencesOf(each).includes(audience))) {
    throw refuse(`its audience is ${quoted(restrictions.flatMap(audiencesOf))}, not ${quoted(audience)}`)
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
  throw refuse(
    `it has no valid subject confirmation for the recipient ${quoted(destination)}, only for ${quoted(recipients)}`
  )
}

/** The text of the NameID; empty where there is none. */
const findName = (subject: XmlElement): string => {
  if (childrenOf(subject, namespaces.assertion, "NameID").length === 0) return ""
  const name = only(subject, "NameID")
  if (name.children.length > 0 || name.text.length > limits.nameLength) throw refuse("its NameID is not plain text")
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
    throw refuse("it is not an assertion")
  if (assertion.attributes.get("Version") !== "2.0") throw refuse("its SAML version is not 2.0")
  const said = only(assertion, "Issuer").text.trim()
  if (said !== issuer) throw refuse(otherIssuer(said, issuer))
  const issued = timeOf(assertion, "IssueInstant")
  const { ageMilliseconds, skewMilliseconds } = limits
  if (issued === undefined || issued > now + skewMilliseconds || issued <= now - ageMilliseconds - skewMilliseconds) {
    throw refuse("its IssueInstant is missing, too old or in the future")
  }
  checkConditions(assertion, expected)
  if (childrenOf(assertion, namespaces.assertion, "AuthnStatement").length === 0)
    throw refuse("it has no AuthnStatement")
  const subject = only(assertion, "Subject")
  const id = assertion.attributes.get("ID")
  if (id === undefined) throw refuse("it has no ID")
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
