import { SamlProviders, SamlSignIn } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Asked, ask } from "../published/reader.ts"
import * as Stage from "../published/stage.ts"
import { as, memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { identify, keys, serve } from "./realProvider.ts"
import * as Hall from "./samlServer.ts"
import * as Visits from "./visits.ts"

describe("a third-party identity provider", () => {
  let api: Server.Opened<Server.Whole>
  let url: string
  let idp: Awaited<ReturnType<typeof serve>>

  beforeAll(async () => {
    api = await Server.open(memory)
    url = await api.listen()
    idp = await serve(JSON.stringify)
  })
  afterAll(async () => {
    await idp.close()
    await api.close()
  })

  const local = (address: string) => `${url}${new URL(address).pathname}`

  const open = () =>
    api.run(
      Effect.gen(function* () {
        const world = yield* Hall.open()
        const providers = yield* SamlProviders.SamlProviders
        const changes = { ssoURL: `${idp.at}/sso`, entityID: `${idp.at}/metadata`, certificate: keys.certificate }
        const provider = yield* as(world.admin)(providers.update(world.organization, world.provider.id, changes))
        return { ...world, provider }
      }).pipe(Effect.orDie)
    )

  it.each([false, true])(
    "gets an error for encrypted assertions, the whole response signed: %s (rule saml-assertion)",
    async (signsAll) => {
      const { domain, provider } = await open()
      const metadata = await (await fetch(local(provider.service.entityID))).text()
      idp.current.answer = identify(idp.at, metadata, `grace@${domain}`, signsAll, true)
      const begun = await fetch(local(provider.service.startURL), { redirect: "manual" })
      const { SAMLResponse } = JSON.parse(await (await fetch(begun.headers.get("location") ?? "")).text())
      const xml = Buffer.from(SAMLResponse, "base64").toString()
      assert.match(xml, /<(?:\w+:)?EncryptedAssertion/)
      assert.notInclude(xml, "grace@")
      const accept = Effect.flatMap(SamlSignIn.SamlSignIn, (signIn) => signIn.accept(provider.id, SAMLResponse))
      const { message } = await api.run(Effect.flip(accept))
      assert.include(
        message,
        "it is encrypted; configure the identity provider to send signed assertions without encryption"
      )
    }
  )

  const signings = [
    [false, true],
    [true, true],
    [true, false]
  ] as const
  it.each(signings)(
    "signs people in, the response signed: %s, the assertion signed: %s (rule saml-assertion)",
    async (signsAll, signsAssertion) => {
      const { domain, organization, provider } = await open()
      const wanted = await (await fetch(local(provider.service.entityID))).text()
      const metadata = wanted.replace(/(WantAssertionsSigned)="true"/, `$1="${signsAssertion}"`)
      idp.current.answer = identify(idp.at, metadata, `grace@${domain}`, signsAll)

      const begun = await fetch(local(provider.service.startURL), { redirect: "manual" })
      assert.strictEqual(begun.status, 303)
      const signedIn = await fetch(begun.headers.get("location") ?? "")
      const { action, SAMLResponse } = JSON.parse(await signedIn.text())
      assert.strictEqual(action, provider.service.acsURL)
      const signatures = Buffer.from(SAMLResponse, "base64").toString().split("<ds:SignatureValue").length - 1
      assert.strictEqual(signatures, Number(signsAll) + Number(signsAssertion))
      const post = () =>
        fetch(local(action), { method: "POST", body: new URLSearchParams({ SAMLResponse }), redirect: "manual" })
      const accepted = await post()
      const code = new URL(accepted.headers.get("location") ?? "").searchParams.get("code")
      const [cookie = ""] = (begun.headers.get("set-cookie") ?? "").split(";")
      const exchanged = await fetch(`${url}/v1/sign-in`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify({ code })
      })
      const { token, user } = JSON.parse(await exchanged.text())
      assert.deepStrictEqual([user.email, user.displayName], [`grace@${domain}`, "Grace Hopper"])
      const seen = await fetch(`${url}/v1/orgs/${organization}`, { headers: { authorization: `Bearer ${token}` } })
      assert.strictEqual(seen.status, 200)
      assert.include((await post()).headers.get("location"), "refused=assertion")
    }
  )

  it("signs in visitors of a site (rules visitor-provider and visitor-provider-claims)", async () => {
    const stage = { api, url, ask: (path: string, asked?: Asked) => ask(url, path, asked), close: api.close }
    const site = await Visits.open(stage)
    const changes = { ssoURL: `${idp.at}/sso`, entityID: `${idp.at}/metadata`, certificate: keys.certificate }
    await Stage.asAdmin(
      stage,
      site
    )(Effect.flatMap(SamlProviders.SamlProviders, (each) => each.update(site.organization, site.provider.id, changes)))
    await Visits.setAuth(stage, site, { claims: { first_name: "plan", last_name: "groups" } })
    const metadata = await stage.ask(Visits.pathOf(site.provider.service.entityID))
    idp.current.answer = identify(idp.at, metadata.text, `grace@${site.domain}`, false)
    const sent = await stage.ask(`${site.mount}guide/install`)
    const begun = await stage.ask(Visits.pathOf(sent.headers["location"]))
    Visits.note(begun)
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
