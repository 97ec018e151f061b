import { deflateRawSync } from "node:zlib"
import { SamlVerifier } from "@quire/core"
import { Effect, Layer } from "effect"
import * as Certificates from "./Certificates.ts"
import { namespaces } from "./MessageShape.ts"
import * as ProviderMetadata from "./ProviderMetadata.ts"
import * as SignedResponse from "./SignedResponse.ts"

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
const postBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"

const writeRequest = ({ audience, destination, id, now, ssoURL }: SamlVerifier.SignInRequest): string =>
  `<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${new Date(now).toISOString()}" Destination="${escape(ssoURL)}" AssertionConsumerServiceURL="${escape(destination)}" ProtocolBinding="${postBinding}"><saml:Issuer>${escape(audience)}</saml:Issuer><samlp:NameIDPolicy Format="${emailFormat}" AllowCreate="true"/></samlp:AuthnRequest>`

/** By the HTTP redirect binding: what the address has already stays in it. */
const makeAddress = (request: SamlVerifier.SignInRequest, relayState: string): string => {
  const address = new URL(request.ssoURL)
  address.searchParams.set("SAMLRequest", deflateRawSync(writeRequest(request)).toString("base64"))
  if (relayState !== "") address.searchParams.set("RelayState", relayState)
  return address.href
}

const makeMetadata: SamlVerifier.SamlVerifier["Service"]["makeMetadata"] = ({ audience, destination }) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escape(audience)}"><SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}"><NameIDFormat>${emailFormat}</NameIDFormat><AssertionConsumerService Binding="${postBinding}" Location="${escape(destination)}" index="0" isDefault="true"/></SPSSODescriptor></EntityDescriptor>\n`

export const layer: Layer.Layer<SamlVerifier.SamlVerifier> = Layer.succeed(SamlVerifier.SamlVerifier, {
  readCertificates: Certificates.read,
  readMetadata: ProviderMetadata.read,
  verify: SignedResponse.verify,
  makeAddress: (request, relayState) => Effect.sync(() => makeAddress(request, relayState)),
  makeMetadata
})
