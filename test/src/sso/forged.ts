import { makeKeys } from "./certificates.ts"
import * as Idp from "./idp.ts"
import type { Hall } from "./samlServer.ts"

const minute = 60_000
const hour = 60 * minute
const stranger = makeKeys()

/** A response for one hall at one time, in base64. */
export type Forge = (hall: Hall, now: number) => string

const wishing =
  (wishes: (hall: Hall, now: number) => Idp.Wishes): Forge =>
  (hall, now) =>
    Idp.honest(hall.service, hall.keys, now, wishes(hall, now))

const enveloped =
  (envelope: Idp.Envelope, wishes: Idp.Wishes = {}): Forge =>
  ({ keys, service }, now) =>
    Idp.encode(Idp.sign(Idp.response(service, now, Idp.assertion(service, now, wishes), envelope), keys))

const signedAs =
  (signing: Idp.Signing): Forge =>
  ({ keys, service }, now) =>
    Idp.encode(Idp.sign(Idp.response(service, now, Idp.assertion(service, now)), keys, signing))

/** Changes the text of an honest response. */
const twisted =
  (twist: (xml: string, hall: Hall, now: number) => string, wishes: Idp.Wishes = {}): Forge =>
  (hall, now) => {
    const xml = Buffer.from(Idp.honest(hall.service, hall.keys, now, wishes), "base64").toString()
    const changed = twist(xml, hall, now)
    if (changed === xml) throw new Error("nothing was twisted")
    return Idp.encode(changed)
  }

const signedResponse = (service: Idp.Service, keys: Pick<Hall["keys"], "privateKey">, now: number): string =>
  Idp.encode(Idp.sign(Idp.response(service, now, Idp.assertion(service, now)), keys, { of: "Response" }))

/** Changes the text of an honest response that is signed itself, around an assertion that is not. */
const twistedResponse =
  (twist: (xml: string, hall: Hall) => string): Forge =>
  (hall, now) => {
    const xml = Buffer.from(signedResponse(hall.service, hall.keys, now), "base64").toString()
    const changed = twist(xml, hall)
    if (changed === xml) throw new Error("nothing was twisted")
    return Idp.encode(changed)
  }

const assertionIn = (xml: string): string => /<saml:Assertion [\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ""
const signatureIn = (xml: string): string => /<Signature [\s\S]*?<\/Signature>/.exec(xml)?.[0] ?? ""
const bare = (xml: string) => xml.replace(signatureIn(xml), "")

/** An assertion like the signed one, for another person. */
const evil = (xml: string, { domain, service }: Hall, id = "_evil"): string =>
  bare(assertionIn(xml))
    .replace(/ ID="[^"]+"/, ` ID="${id}"`)
    .replace(service.newcomer, `evil@${domain}`)

const wrapped = (place: (xml: string, original: string, forged: string) => string, id?: string): Forge =>
  twisted((xml, hall) => place(xml, assertionIn(xml), evil(xml, hall, id)))

/** Each refused, by what is wrong with it. */
export const forged: Readonly<Record<string, Forge>> = {
  "signed by another key": ({ service }, now) => Idp.honest(service, stranger, now),
  "not signed": ({ service }, now) => Idp.encode(Idp.response(service, now, Idp.assertion(service, now))),
  "its signature taken away": twisted(bare),
  "only the response signed, by another key": ({ service }, now) => signedResponse(service, stranger, now),
  "only the response signed, the address changed after": twistedResponse((xml, { domain, service }) =>
    xml.replace(service.newcomer, `evil@${domain}`)
  ),
  "only the response signed, its signature on the assertion": twistedResponse((xml) =>
    bare(xml).replace("<saml:Subject>", `${signatureIn(xml)}<saml:Subject>`)
  ),
  "only the response signed, within another response": twistedResponse((xml, hall) =>
    bare(xml)
      .replace(/ ID="[^"]+"/, ' ID="_outer"')
      .replace(assertionIn(xml), `${evil(xml, hall)}<samlp:Extensions>${xml}</samlp:Extensions>`)
  ),
  "only the response signed, a forged assertion before": twistedResponse((xml, hall) =>
    xml.replace("<saml:Assertion ", `${evil(xml, hall)}<saml:Assertion `)
  ),
  "the response signed, its signature within the forged assertion": twistedResponse((xml, hall) =>
    bare(xml).replace(assertionIn(xml), evil(xml, hall).replace("<saml:Subject>", `${signatureIn(xml)}<saml:Subject>`))
  ),
  "the response signed around an assertion that another key signed": ({ keys, service }, now) =>
    Idp.encode(
      Idp.sign(Idp.sign(Idp.response(service, now, Idp.assertion(service, now)), stranger), keys, { of: "Response" })
    ),
  "the address changed after signing": twisted((xml, { domain, service }) =>
    xml.replace(service.newcomer, `evil@${domain}`)
  ),
  "the digest changed": twisted((xml) =>
    xml.replace(/<DigestValue>(.)/, (_, first) => `<DigestValue>${first === "A" ? "B" : "A"}`)
  ),
  "the signature value changed": twisted((xml) => xml.replace(/<SignatureValue>.{8}/, "<SignatureValue>AAAAAAAA")),
  "signed with SHA-1": signedAs({ signature: Idp.algorithms.rsaSha1 }),
  "digested with SHA-1": signedAs({ digest: Idp.algorithms.sha1 }),
  "signed with the certificate as a shared key": (hall, now) =>
    signedAs({ signature: Idp.algorithms.hmacSha1, key: hall.keys.certificate })(hall, now),
  "canonicalized with comments": signedAs({
    transforms: [Idp.algorithms.enveloped, Idp.algorithms.exclusiveWithComments]
  }),
  "an unknown algorithm": twisted((xml) => xml.replace(Idp.algorithms.rsaSha256, "urn:none")),
  "for another audience": wishing(() => ({ audience: "https://other.test/metadata" })),
  "for an audience that begins alike": wishing(({ service }) => ({ audience: `${service.entityID}/x` })),
  "for no audience": wishing(() => ({ audience: null })),
  "of another issuer": wishing(() => ({ issuer: "https://other.test/metadata" })),
  "in a response of another issuer": enveloped({ issuer: "https://other.test/metadata" }),
  "for another recipient": wishing(() => ({ recipient: "https://other.test/acs" })),
  "for no recipient": wishing(() => ({ recipient: null })),
  "sent to another destination": enveloped({ destination: "https://other.test/acs" }),
  "sent to no destination": enveloped({ destination: null }),
  "not of a success": enveloped({ status: "Responder" }),
  expired: wishing((_, now) => ({ until: now - minute })),
  "not begun": wishing((_, now) => ({ from: now + 2 * minute })),
  "without an end": wishing(() => ({ until: null })),
  "its subject confirmed too long ago": wishing((_, now) => ({ subjectUntil: now - minute })),
  "its subject confirmed forever": wishing(() => ({ subjectUntil: null })),
  "issued in the future": wishing((_, now) => ({ issuedAt: now + 2 * minute })),
  "issued too long ago": wishing((_, now) => ({ issuedAt: now - hour - minute, until: now + 24 * hour })),
  "confirmed by another method": wishing(() => ({ method: "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches" })),
  "of another version": wishing(() => ({ version: "1.1" })),
  "without a statement": wishing(() => ({ statement: "" })),
  "without a subject": wishing(() => ({ subject: "" })),
  "of no address": wishing(() => ({ nameId: "someone" })),
  "of an address with another one": wishing(({ domain }) => ({ nameId: `a@${domain},b@${domain}` })),
  "of an element in place of an address": wishing(({ domain }) => ({ nameId: `<b>a@${domain}</b>` })),
  "of two names": wishing(({ service }) => ({
    subject: `<saml:Subject><saml:NameID>a@b.test</saml:NameID><saml:NameID>${service.newcomer}</saml:NameID></saml:Subject>`
  })),
  "a response to an unknown request": wishing(() => ({ inResponseTo: "_none" })),
  "an answer by the response alone": enveloped({ inResponseTo: "_none" }),
  "a comment in the address, after signing": twisted((xml) => xml.replace("newcomer@", "newcomer<!-- x -->@")),
  "an instruction in the address, after signing": twisted((xml) => xml.replace("newcomer@", "newcomer<?x y?>@")),
  "a section of text in the address": twisted((xml) => xml.replace("newcomer@", "<![CDATA[newcomer]]>@")),
  "a comment in the digest": twisted((xml) => xml.replace("<DigestValue>", "<DigestValue><!-- x -->")),
  "a document type": twisted((xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}`),
  "a bomb of entities": twisted((xml) => `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml}`),
  "an undeclared entity": twisted((xml) => xml.replace("newcomer@", "&none;@")),
  "the forged assertion before the signed one": wrapped((xml, original, other) =>
    xml.replace(original, other + original)
  ),
  "the forged assertion after the signed one": wrapped((xml, original, other) =>
    xml.replace(original, original + other)
  ),
  "the signed assertion within the forged one": wrapped((xml, original, other) =>
    xml.replace(original, other.replace("</saml:Assertion>", `${original}</saml:Assertion>`))
  ),
  "the forged assertion within the signed one": wrapped((xml, original, other) =>
    xml.replace(original, original.replace("</saml:Assertion>", `${other}</saml:Assertion>`))
  ),
  "the signed assertion in an extension": wrapped((xml, original, other) =>
    xml
      .replace(original, other)
      .replace("<samlp:Status>", `<samlp:Extensions>${original}</samlp:Extensions><samlp:Status>`)
  ),
  "the signed assertion in the signature of the forged one": wrapped((xml, original, other) => {
    const object = signatureIn(xml).replace("</Signature>", `<Object>${bare(original)}</Object></Signature>`)
    return xml.replace(original, other.replace("</saml:Issuer>", `</saml:Issuer>${object}`))
  }),
  "the signature moved to the forged one": wrapped((xml, original, other) =>
    xml.replace(original, other.replace("</saml:Issuer>", `</saml:Issuer>${signatureIn(xml)}`) + bare(original))
  ),
  "two assertions of one id": twisted((xml, hall) => {
    const [, id = ""] = / ID="([^"]+)"/.exec(assertionIn(xml)) ?? []
    return xml.replace(assertionIn(xml), `${evil(xml, hall, id)}${assertionIn(xml)}`)
  }),
  "another response around the response": twisted((xml) => {
    const [, head = ""] = /^(<samlp:Response [^>]*>)/.exec(xml) ?? []
    return `${head.replace(/ ID="[^"]+"/, ' ID="_outer"')}${xml}</samlp:Response>`
  }),
  "two signatures": twisted((xml) => xml.replace(signatureIn(xml), signatureIn(xml).repeat(2))),
  "an id that is an expression": twisted((xml) => xml.replace(/ ID="_r\d+"/, ` ID="' or '1'='1"`)),
  "called encrypted": twisted((xml) => xml.replaceAll("saml:Assertion", "saml:EncryptedAssertion")),
  "too deep": twisted((xml) => xml.replace("<samlp:Status>", `${"<x>".repeat(50)}${"</x>".repeat(50)}<samlp:Status>`)),
  "too many elements": twisted((xml) => xml.replace("<samlp:Status>", `${"<x/>".repeat(2_001)}<samlp:Status>`)),
  "too long": twisted((xml) => xml.replace("<samlp:Status>", `${" ".repeat(131_072)}<samlp:Status>`)),
  "cut off": twisted((xml) => xml.slice(0, -20)),
  "two roots": twisted((xml) => xml + xml),
  "no XML": () => Idp.encode("newcomer"),
  "no base64": () => "<xml/>",
  "not UTF-8": () => Buffer.from([0x3c, 0xff, 0xfe]).toString("base64"),
  nothing: () => ""
}
