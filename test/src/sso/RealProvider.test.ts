import { createServer, type Server as NodeServer } from "node:http"
import type { AddressInfo } from "node:net"
import { SamlProviders } from "@quire/core"
import { Effect } from "effect"
import * as samlify from "samlify"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Asked, ask } from "../published/reader.ts"
import * as Stage from "../published/stage.ts"
import { as, memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { makeKeys } from "./certificates.ts"
import * as Hall from "./hall.ts"
import * as Visits from "./visits.ts"

const keys = makeKeys()

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

/** An identity provider that signs everybody in as one person, and answers with a form as browsers send it. */
const identify = (at: string, metadata: string, email: string, signsAll: boolean) => {
  const provider = samlify.IdentityProvider({
    entityID: `${at}/metadata`,
    privateKey: String(keys.privateKey.export({ type: "pkcs8", format: "pem" })),
    signingCert: keys.certificate,
    isAssertionEncrypted: false,
    wantAuthnRequestsSigned: false,
    requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    nameIDFormat: ["urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"],
    singleSignOnService: [{ Binding: redirect, Location: `${at}/sso` }],
    loginResponseTemplate: template
  })
  const service = samlify.ServiceProvider({ metadata, wantMessageSigned: signsAll })
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

describe("an identity provider that others wrote", () => {
  let api: Server.Opened<Server.Whole>
  let url: string
  let server: NodeServer
  let at: string
  let answer: ReturnType<typeof identify>

  beforeAll(async () => {
    api = await Server.open(memory)
    url = await api.listen()
    server = createServer((request, response) => {
      answer(new URL(request.url ?? "", at).searchParams).then(
        (made) => response.end(JSON.stringify(made)),
        (error: unknown) => response.writeHead(500).end(String(error))
      )
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await api.close()
  })

  it.each([false, true])("signs people in, the whole response signed: %s (rule saml-assertion)", async (signsAll) => {
    const { domain, organization, provider } = await api.run(
      Effect.gen(function* () {
        const world = yield* Hall.open()
        const providers = yield* SamlProviders.SamlProviders
        const changes = { ssoURL: `${at}/sso`, entityID: `${at}/metadata`, certificate: keys.certificate }
        const provider = yield* as(world.admin)(providers.update(world.organization, world.provider.id, changes))
        return { ...world, provider }
      }).pipe(Effect.orDie)
    )
    const local = (address: string) => `${url}${new URL(address).pathname}`
    const metadata = await (await fetch(local(provider.service.entityID))).text()
    answer = identify(at, metadata, `grace@${domain}`, signsAll)

    const begun = await fetch(local(provider.service.startURL), { redirect: "manual" })
    assert.strictEqual(begun.status, 303)
    const signedIn = await fetch(begun.headers.get("location") ?? "")
    const { action, SAMLResponse } = JSON.parse(await signedIn.text())
    assert.strictEqual(action, provider.service.acsURL)
    const post = () =>
      fetch(local(action), { method: "POST", body: new URLSearchParams({ SAMLResponse }), redirect: "manual" })
    const accepted = await post()
    const code = new URL(accepted.headers.get("location") ?? "").searchParams.get("code")
    const exchanged = await fetch(`${url}/v1/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code })
    })
    const { token, user } = JSON.parse(await exchanged.text())
    assert.deepStrictEqual([user.email, user.displayName], [`grace@${domain}`, "Grace Hopper"])
    const seen = await fetch(`${url}/v1/orgs/${organization}`, { headers: { authorization: `Bearer ${token}` } })
    assert.strictEqual(seen.status, 200)
    assert.include((await post()).headers.get("location"), "refused=assertion")
  })

  it("signs visitors of a site in (rules visitor-provider and visitor-provider-claims)", async () => {
    const stage = { api, url, ask: (path: string, asked?: Asked) => ask(url, path, asked), close: api.close }
    const site = await Visits.open(stage)
    const changes = { ssoURL: `${at}/sso`, entityID: `${at}/metadata`, certificate: keys.certificate }
    await Stage.asAdmin(
      stage,
      site
    )(Effect.flatMap(SamlProviders.SamlProviders, (each) => each.update(site.organization, site.provider.id, changes)))
    await Visits.setAuth(stage, site, { claims: { first_name: "plan", last_name: "groups" } })
    const metadata = await stage.ask(Visits.pathOf(site.provider.service.entityID))
    answer = identify(at, metadata.text, `grace@${site.domain}`, false)
    const sent = await stage.ask(`${site.mount}guide/install`)
    const begun = await stage.ask(Visits.pathOf(sent.headers["location"]))
    const { SAMLResponse } = JSON.parse(await (await fetch(begun.headers["location"] ?? "")).text())
    const accepted = await Visits.post(stage, site.provider.id, SAMLResponse)
    const landing = new URL(accepted.headers.get("location") ?? "")
    assert.strictEqual(`${landing.origin}${landing.pathname}`, `${site.published}guide/install`)
    const { groups, plan } = Visits.payloadOf(landing.searchParams.get("jwt_token") ?? "")
    assert.deepStrictEqual([groups, plan], [["Hopper"], undefined])
    const settled = await stage.ask(Visits.pathOf(landing.href))
    const cookie = settled.headers["set-cookie"]?.split(";")[0] ?? ""
    const page = await stage.ask(`${site.mount}guide/install`, { headers: { cookie } })
    assert.strictEqual(page.status, 200)
    assert.include((await Visits.post(stage, site.provider.id, SAMLResponse)).headers.get("location"), "refused")
  })
})
