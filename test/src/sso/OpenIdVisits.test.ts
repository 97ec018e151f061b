import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { engines } from "../support/engine.ts"
import * as OpenId from "./openid.ts"
import * as Hall from "./openidServer.ts"
import * as Visits from "./visits.ts"

describe.each(engines(import.meta.url))("visitors signed in by an OpenID provider on %s", (_, engine) => {
  let stage: Stage.Stage
  let remote: OpenId.Provider
  beforeAll(async () => {
    stage = await Stage.open(engine)
    remote = await OpenId.listen()
  })
  afterAll(async () => {
    await stage.close()
    await remote.close()
  })

  /** A site with a separate provider, which returns these claims for every visitor. */
  const open = async (groups: ReadonlyArray<string>) => {
    const site = await Visits.open(stage)
    const tenant = Hall.nextTenant()
    const provider = await stage.api.run(Hall.makeProvider(site, remote.issuerOf(tenant)))
    await Visits.setAuth(stage, site, { provider: provider.id, claims: { groups: "groups", email: "mail" } })
    const give = (nonce: string) =>
      remote.tenants.set(tenant, {
        token: OpenId.token({
          ...Hall.claimsOf({ domain: "acme.test", remote, tenant }, nonce, Date.now()),
          groups
        })
      })
    return { ...site, provider, give }
  }

  /** Asks for a page and is sent to the provider; answers the request and the cookie of the browser. */
  const knock = async ({ give, mount }: Awaited<ReturnType<typeof open>>, path: string) => {
    const sent = await stage.ask(`${mount}${path}`)
    const begun = await stage.ask(Visits.pathOf(sent.headers["location"]))
    const { searchParams } = new URL(begun.headers["location"] ?? "")
    give(searchParams.get("nonce") ?? "")
    const cookie = begun.headers["set-cookie"]?.split(";")[0] ?? ""
    return { sent, state: searchParams.get("state") ?? "", cookie }
  }

  const finish = (provider: string, state: string, cookie: string) =>
    stage.ask(`/v1/oidc/${provider}/callback?state=${state}&code=x`, { headers: { cookie } })

  it("arrives at the requested page with the visitor's claims (rules visitor-provider and visitor-provider-claims)", async () => {
    const site = await open(["staff"])
    const { cookie, sent, state } = await knock(site, "guide/install")
    assert.include(sent.headers["location"], `${site.provider.service.startURL}?site=${site.site}`)
    const accepted = await finish(site.provider.id, state, cookie)
    const landing = new URL(accepted.headers["location"] ?? "")
    assert.strictEqual(`${landing.origin}${landing.pathname}`, `${site.published}guide/install`)
    const { groups, mail } = Visits.payloadOf(landing.searchParams.get("jwt_token") ?? "")
    assert.deepStrictEqual([groups, mail], [["staff"], undefined])
    const settled = await stage.ask(Visits.pathOf(landing.href))
    const visitor = settled.headers["set-cookie"]?.split(";")[0] ?? ""
    const page = await stage.ask(`${site.mount}guide/install`, { headers: { cookie: visitor } })
    assert.strictEqual(page.status, 200)
    assert.include((await finish(site.provider.id, state, cookie)).headers["location"], "refused=assertion")
  })

  it("completes only the visitor's own sign-in, and signs in to nothing else (rules oidc-request and visitor-provider-apart)", async () => {
    const [site, other] = [await open(["staff"]), await open(["staff"])]
    const { cookie, state } = await knock(site, "")
    for (const [provider, held] of [
      [site.provider.id, ""],
      [other.provider.id, cookie]
    ] as const) {
      assert.include((await finish(provider, state, held)).headers["location"], "refused=assertion")
    }
    const accepted = await finish(site.provider.id, state, cookie)
    assert.isTrue(accepted.headers["location"]?.startsWith(site.published))
    assert.notInclude(accepted.headers["location"], "code=")
    const asked = `/v1/oidc/${other.provider.id}/start?site=${site.site}&location=/`
    assert.strictEqual((await stage.ask(asked)).status, 403)
  })
})
