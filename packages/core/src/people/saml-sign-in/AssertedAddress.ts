import { AssertionRefused, quoted, type VerifiedAssertion } from "../identity-provider/SamlVerifier.ts"
import * as EmailAddress from "../user/EmailAddress.ts"

/** Names of attributes with the email address of a user, in lower case. */
const names = new Set([
  "mail",
  "email",
  "emailaddress",
  "user.email",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "urn:oid:1.2.840.113549.1.9.1",
  "http://schemas.xmlsoap.org/claims/emailaddress",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"
])

/**
 * Whether a text is an email address of a person; directories name their guests `x#EXT#@tenant`, which is not a
 * deliverable address.
 */
export const isPersonal = (text: string): boolean => EmailAddress.is(text) && !/#ext#/i.test(text)

/**
 * Returns the email address in an assertion: the NameID, or otherwise an attribute with an address (rule saml-address);
 * or the reason why there is none.
 */
export const read = ({
  attributes,
  nameId
}: Pick<VerifiedAssertion, "attributes" | "nameId">): string | AssertionRefused => {
  const name = EmailAddress.normalize(nameId)
  if (isPersonal(name)) return name
  const addresses = Object.entries(attributes).flatMap(([each, values]) =>
    names.has(each.toLowerCase()) ? values : []
  )
  const [address, ...others] = new Set(addresses.map(EmailAddress.normalize).filter(isPersonal))
  if (address !== undefined && others.length === 0) return address
  const why = address === undefined ? "no attribute contains one" : "the attributes contain several"
  return new AssertionRefused({ problem: `the NameID ${quoted(nameId)} is not an email address, and ${why}` })
}
