import * as EmailAddress from "../../accounts/user/EmailAddress.ts"
import { AssertionRefused, quoted, type VerifiedAssertion } from "../identity-provider/SamlVerifier.ts"

/** Names of attributes with the email address of a person, in small letters. */
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

/** Whether a text is the address of a person: directories name their guests `x#EXT#@tenant`, which no email reaches. */
export const isPersonal = (text: string): boolean => EmailAddress.is(text) && !/#ext#/i.test(text)

/**
 * The address of the person that an assertion names: the NameID, or where that is none an attribute that says it (rule
 * saml-address); otherwise why there is none.
 */
export const read = ({
  attributes,
  nameId
}: Pick<VerifiedAssertion, "attributes" | "nameId">): string | AssertionRefused => {
  const name = EmailAddress.normalize(nameId)
  if (isPersonal(name)) return name
  const told = Object.entries(attributes).flatMap(([each, values]) => (names.has(each.toLowerCase()) ? values : []))
  const [address, ...others] = new Set(told.map(EmailAddress.normalize).filter(isPersonal))
  if (address !== undefined && others.length === 0) return address
  const why = address === undefined ? "no attribute has one" : "its attributes have several"
  return new AssertionRefused({ problem: `its NameID ${quoted(nameId)} is no email address, and ${why}` })
}
