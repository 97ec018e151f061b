import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as samlify from "samlify"
import { type Keys, makeKeys } from "./certificates.ts"

export const keys: Keys = makeKeys()

const template = {
  ...samlify.SamlLib.defaultLoginResponseTemplate,
  context: samlify.SamlLib.defaultLoginResponseTemplate.context.replace(
    "{AuthnStatement}",
    '<saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>'
  ),
  attributes: [
    { name: "first_name", valueTag: "user.first", nameFormat: "", valueXsiType: "xs:string" },
    { name: "last_name", valueTag: "user.last", nameFormat: "", valueXsiType: "xs:string" }
  ]
}

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"

samlify.setSchemaValidator({ validate: async () => "as it is" })

/** Answers a request with what a browser has to send, and where to. */
export type Answering = (query: URLSearchParams) => Promise<{ readonly action: string; readonly SAMLResponse: string }>

/** The metadata of a service that has a key which assertions can be encrypted for, though it has none. */
const wantingSecrets = (metadata: string) =>
  metadata.replace(
    /<NameIDFormat>/,
    `<KeyDescriptor use="encryption"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${keys.certificate.replace(/-----[^-]+-----|\s/g, "")}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>$&`
  )

/** An identity provider that signs everybody in as one person, and answers with a form as browsers send it. */
export const identify = (
  at: string,
  metadata: string,
  email: string,
  signsAll: boolean,
  isEncrypted = false
): Answering => {
  const provider = samlify.IdentityProvider({
    entityID: `${at}/metadata`,
    privateKey: String(keys.privateKey.export({ type: "pkcs8", format: "pem" })),
    signingCert: keys.certificate,
    isAssertionEncrypted: isEncrypted,
    wantAuthnRequestsSigned: false,
    requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    nameIDFormat: ["urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"],
    singleSignOnService: [{ Binding: redirect, Location: `${at}/sso` }],
    loginResponseTemplate: template
  })
  const service = samlify.ServiceProvider({
    metadata: isEncrypted ? wantingSecrets(metadata) : metadata,
    wantMessageSigned: signsAll
  })
  return async (query: URLSearchParams) => {
    const parsed = await provider.parseLoginRequest(service, "redirect", { query: Object.fromEntries(query) })
    const now = Date.now()
    const until = new Date(now + 300_000).toISOString()
    const acs = String(service.entityMeta.getAssertionConsumerService("post"))
    const values = {
      ID: `_${now}r`,
      AssertionID: `_${now}a`,
      Destination: acs,
      SubjectRecipient: acs,
      Audience: service.entityMeta.getEntityID(),
      Issuer: `${at}/metadata`,
      IssueInstant: new Date(now).toISOString(),
      ConditionsNotBefore: new Date(now).toISOString(),
      ConditionsNotOnOrAfter: until,
      SubjectConfirmationDataNotOnOrAfter: until,
      StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Success",
      NameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
      NameID: email,
      InResponseTo: String(parsed.extract.request?.["id"]),
      attrUserFirst: "Grace",
      attrUserLast: "Hopper"
    }
    const write = (written: string) => ({
      id: values.ID,
      context: samlify.SamlLib.replaceTagsByValue(written, values)
    })
    const made = await provider.createLoginResponse(service, { extract: parsed.extract }, "post", { email }, write)
    return { action: acs, SAMLResponse: made.context }
  }
}

/** Serves an identity provider on loopback, which answers as `print` prints it. */
export const serve = async (print: (made: Awaited<ReturnType<Answering>>) => string) => {
  const current: { answer: Answering } = { answer: () => Promise.reject(new Error("no provider is known yet")) }
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8")
    current.answer(new URL(request.url ?? "", at).searchParams).then(
      (made) => response.end(print(made)),
      (error: unknown) => response.writeHead(500).end(String(error))
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { at, current, close }
}
