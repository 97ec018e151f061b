import { SignedXml } from "xml-crypto"
import type { Keys } from "./certificates.ts"

/** The names of the service as its provider shows them, and the issuer that the provider was given. */
export interface Service {
  readonly acsURL: string
  readonly entityID: string
  readonly issuer: string
  /** A person who is unknown at first. */
  readonly newcomer: string
}

export const algorithms = {
  rsaSha256: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  rsaSha512: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  rsaSha1: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  hmacSha1: "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
  sha256: "http://www.w3.org/2001/04/xmlenc#sha256",
  sha512: "http://www.w3.org/2001/04/xmlenc#sha512",
  sha1: "http://www.w3.org/2000/09/xmldsig#sha1",
  exclusive: "http://www.w3.org/2001/10/xml-exc-c14n#",
  exclusiveWithComments: "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
  enveloped: "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
} as const

const names = `xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`
const minute = 60_000

let count = 0

const instant = (time: number) => new Date(time).toISOString()

export interface Wishes {
  readonly id?: string
  readonly nameId?: string
  readonly issuer?: string
  readonly audience?: string | null
  readonly recipient?: string | null
  readonly method?: string
  readonly inResponseTo?: string | undefined
  readonly issuedAt?: number
  readonly from?: number
  readonly until?: number | null
  readonly subjectUntil?: number | null
  readonly version?: string
  readonly attributes?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** Instead of `<saml:AuthnStatement …>`. */
  readonly statement?: string
  readonly subject?: string
}

const timeAttribute = (name: string, time: number | null) => (time === null ? "" : ` ${name}="${instant(time)}"`)

/** An assertion that is not signed yet. */
export const assertion = (service: Service, now: number, wishes: Wishes = {}): string => {
  const { attributes = {}, audience = service.entityID, from = now - minute, id = `_a${++count}` } = wishes
  const { inResponseTo, issuedAt = now, issuer = service.issuer, nameId = service.newcomer } = wishes
  const { recipient = service.acsURL, subjectUntil = now + 5 * minute, until = now + 5 * minute } = wishes
  const confirmation = [
    timeAttribute("NotOnOrAfter", subjectUntil),
    recipient === null ? "" : ` Recipient="${recipient}"`,
    inResponseTo === undefined ? "" : ` InResponseTo="${inResponseTo}"`
  ].join("")
  const { method = "urn:oasis:names:tc:SAML:2.0:cm:bearer", version = "2.0" } = wishes
  const subject =
    wishes.subject ??
    `<saml:Subject><saml:NameID>${nameId}</saml:NameID><saml:SubjectConfirmation Method="${method}"><saml:SubjectConfirmationData${confirmation}/></saml:SubjectConfirmation></saml:Subject>`
  const restriction =
    audience === null
      ? ""
      : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`
  const told = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join("")}</saml:Attribute>`
  )
  const statement =
    wishes.statement ??
    `<saml:AuthnStatement AuthnInstant="${instant(issuedAt)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  return `<saml:Assertion ${names} ID="${id}" Version="${version}" IssueInstant="${instant(issuedAt)}"><saml:Issuer>${issuer}</saml:Issuer>${subject}<saml:Conditions NotBefore="${instant(from)}"${timeAttribute("NotOnOrAfter", until)}>${restriction}</saml:Conditions>${statement}${told.length === 0 ? "" : `<saml:AttributeStatement>${told.join("")}</saml:AttributeStatement>`}</saml:Assertion>`
}

export interface Envelope {
  readonly destination?: string | null
  readonly inResponseTo?: string | undefined
  readonly status?: string
  readonly issuer?: string
}

/** A response around assertions. */
export const response = (service: Service, now: number, inside: string, envelope: Envelope = {}): string => {
  const { destination = service.acsURL, inResponseTo, issuer = service.issuer, status = "Success" } = envelope
  const to = destination === null ? "" : ` Destination="${destination}"`
  const answers = inResponseTo === undefined ? "" : ` InResponseTo="${inResponseTo}"`
  return `<samlp:Response ${names} ID="_r${++count}" Version="2.0" IssueInstant="${instant(now)}"${to}${answers}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${inside}</samlp:Response>`
}

export interface Signing {
  readonly signature?: string
  readonly digest?: string
  readonly transforms?: ReadonlyArray<string>
  readonly of?: "Assertion" | "Response"
  readonly key?: string
}

/** Puts a signature after the issuer of the first element of a name. */
export const sign = (xml: string, { privateKey }: Pick<Keys, "privateKey">, signing: Signing = {}): string => {
  const { digest = algorithms.sha256, of = "Assertion", signature = algorithms.rsaSha256 } = signing
  const { transforms = [algorithms.enveloped, algorithms.exclusive] } = signing
  const xpath = `(//*[local-name(.)='${of}'])[1]`
  const signer = new SignedXml({
    privateKey: signing.key ?? privateKey.export({ type: "pkcs8", format: "pem" }),
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: algorithms.exclusive,
    getKeyInfoContent: () => null
  })
  if (signature === algorithms.hmacSha1) signer.enableHMAC()
  signer.addReference({ xpath, transforms: [...transforms], digestAlgorithm: digest })
  signer.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" } })
  return signer.getSignedXml()
}

export const encode = (xml: string): string => Buffer.from(xml).toString("base64")

/** What an honest identity provider sends. */
export const honest = (service: Service, keys: Keys, now: number, wishes: Wishes = {}): string =>
  encode(sign(response(service, now, assertion(service, now, wishes), { inResponseTo: wishes.inResponseTo }), keys))
