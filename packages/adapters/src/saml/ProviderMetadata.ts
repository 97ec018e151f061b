import { SamlVerifier } from "@quire/core"
import { Effect } from "effect"
import { childrenOf, namespaces } from "./MessageShape.ts"
import * as XmlBounds from "./XmlBounds.ts"
import * as XmlReader from "./XmlReader.ts"

const namespace = "urn:oasis:names:tc:SAML:2.0:metadata"
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"

const refuse = (rule: string) => new SamlVerifier.MetadataRefused({ rule })

const toPem = (base64: string) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`

/** The signing certificates, without duplicates. */
const certificatesIn = (role: XmlReader.XmlElement): ReadonlyArray<string> => {
  const signing = childrenOf(role, namespace, "KeyDescriptor").filter(
    ({ attributes }) => (attributes.get("use") ?? "signing") === "signing"
  )
  const texts = signing
    .flatMap(XmlReader.listElements)
    .filter((each) => each.namespace === namespaces.signature && each.name === "X509Certificate")
    .map(({ text }) => text.replace(/\s+/g, ""))
  return [...new Set(texts)]
}

/** The text without comments, which have no effect because no signature has to cover the metadata. */
const withoutComments = (xml: string): string => {
  const parts: Array<string> = []
  let from = 0
  for (let at = xml.indexOf("<!--"); at !== -1; at = xml.indexOf("<!--", from)) {
    const end = xml.indexOf("-->", at + 4)
    if (end === -1) break
    parts.push(xml.slice(from, at))
    from = end + 3
  }
  return [...parts, xml.slice(from)].join("")
}

/** Number of providers that a message lists, and characters of each name. */
const mostNamed = [5, 200] as const

/** The identity provider of metadata: the whole, or the only one among the entities of a federation. */
const findProvider = (root: XmlReader.XmlElement) => {
  const isAlone = root.name === "EntityDescriptor"
  if (root.namespace !== namespace || !(isAlone || root.name === "EntitiesDescriptor")) {
    throw refuse("must be the EntityDescriptor of an identity provider")
  }
  const found = XmlReader.listElements(root).flatMap((entity) => {
    const [role] = childrenOf(entity, namespace, "IDPSSODescriptor")
    const entityID = entity.attributes.get("entityID")
    const isEntity = entity.namespace === namespace && entity.name === "EntityDescriptor"
    return !isEntity || role === undefined || entityID === undefined ? [] : [{ entityID, role }]
  })
  const [only, ...others] = found
  if (only === undefined) throw refuse("must have an IDPSSODescriptor and an entityID")
  if (others.length === 0) return only
  const names = found.slice(0, mostNamed[0]).map(({ entityID }) => entityID.slice(0, mostNamed[1]))
  const more = found.length > names.length ? `, and ${found.length - names.length} more` : ""
  throw refuse(`must describe one identity provider, but describes ${names.join(", ")}${more}`)
}

const describe = (given: string): SamlVerifier.ProviderMetadata => {
  if (given.length > XmlBounds.limits.characters) throw refuse("must be valid metadata: it is too long")
  const xml = withoutComments(given)
  const problem = XmlBounds.findProblem(xml)
  if (problem !== undefined) throw refuse(`must be valid metadata: ${problem}`)
  const { entityID, role } = findProvider(XmlReader.read(xml))
  const service = childrenOf(role, namespace, "SingleSignOnService").find(
    ({ attributes }) => attributes.get("Binding") === redirect
  )
  const ssoURL = service?.attributes.get("Location")
  if (ssoURL === undefined) throw refuse("must have a SingleSignOnService for HTTP-Redirect")
  const certificates = certificatesIn(role)
  if (certificates.length === 0) throw refuse("must have a signing certificate")
  return { entityID, ssoURL, certificate: certificates.map(toPem).join("") }
}

/** Reads the metadata of an identity provider (rule saml-metadata). Its certificates are checked like any others. */
export const read = (xml: string): Effect.Effect<SamlVerifier.ProviderMetadata, SamlVerifier.MetadataRefused> =>
  Effect.try({
    try: () => describe(xml),
    catch: (error) => (error instanceof SamlVerifier.MetadataRefused ? error : refuse("must be well-formed XML"))
  })
