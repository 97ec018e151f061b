import { SamlVerifier } from "@quire/core"
import { Effect } from "effect"
import { childrenOf, namespaces } from "./MessageShape.ts"
import * as XmlBounds from "./XmlBounds.ts"
import * as XmlReader from "./XmlReader.ts"

const namespace = "urn:oasis:names:tc:SAML:2.0:metadata"
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"

const refuse = (rule: string) => new SamlVerifier.MetadataRefused({ rule })

const toPem = (base64: string) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`

/** The certificates of keys that sign, each once. */
const certificatesIn = (role: XmlReader.XmlElement): ReadonlyArray<string> => {
  const signing = childrenOf(role, namespace, "KeyDescriptor").filter(
    ({ attributes }) => (attributes.get("use") ?? "signing") === "signing"
  )
  const texts = signing
    .flatMap(XmlReader.everything)
    .filter((each) => each.namespace === namespaces.signature && each.name === "X509Certificate")
    .map(({ text }) => text.replace(/\s+/g, ""))
  return [...new Set(texts)]
}

const describe = (xml: string): SamlVerifier.Described => {
  const problem = XmlBounds.findProblem(xml)
  if (problem !== undefined) throw refuse(`must be metadata that is read: ${problem}`)
  const entity = XmlReader.read(xml)
  const entityID = entity.attributes.get("entityID")
  const [role] = childrenOf(entity, namespace, "IDPSSODescriptor")
  if (entity.namespace !== namespace || entity.name !== "EntityDescriptor" || entityID === undefined) {
    throw refuse("must be the EntityDescriptor of an identity provider")
  }
  if (role === undefined) throw refuse("must have an IDPSSODescriptor")
  const service = childrenOf(role, namespace, "SingleSignOnService").find(
    ({ attributes }) => attributes.get("Binding") === redirect
  )
  const ssoURL = service?.attributes.get("Location")
  if (ssoURL === undefined) throw refuse("must have a SingleSignOnService for HTTP-Redirect")
  const certificates = certificatesIn(role)
  if (certificates.length === 0) throw refuse("must have a certificate of a key that signs")
  return { entityID, ssoURL, certificate: certificates.map(toPem).join("") }
}

/** What metadata says of an identity provider (rule saml-metadata). Its certificates are looked at as any are. */
export const read = (xml: string): Effect.Effect<SamlVerifier.Described, SamlVerifier.MetadataRefused> =>
  Effect.try({
    try: () => describe(xml),
    catch: (error) => (error instanceof SamlVerifier.MetadataRefused ? error : refuse("must be well-formed XML"))
  })
