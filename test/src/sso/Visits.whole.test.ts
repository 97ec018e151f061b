import {
  Members,
  PublishingAuths,
  Repository,
  SamlProviders,
  SamlSignIn,
  Sites,
  VisitorSignIns,
  VisitorToken
} from "@quire/core"
import { User } from "@quire/core/internal"
import { Clock, Effect, Option } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { asSystem, engines } from "../support/engine.ts"
import * as Idp from "./idp.ts"
import * as Hall from "./samlServer.ts"
import * as Visits from "./visits.ts"

const signInPage = "http://quire.test/sign-in"

const clockAt = (clock: Clock.Clock, now: number): Clock.Clock =>
  Object.assign(Object.create(clock), { currentTimeMillis: Effect.succeed(now) })

const remove = (stage: Stage.Stage, site: Visits.Visited) =>
  Stage.asAdmin(
    stage,
    site
  )(Effect.flatMap(SamlProviders.SamlProviders, (each) => each.remove(site.organization, site.provider.id)))

const change = (stage: Stage.Stage, site: Visits.Visited, ssoURL: string) =>
  Stage.asAdmin(
    stage,
    site
  )(Effect.flatMap(SamlProviders.SamlProviders, (each) => each.update(site.organization, site.provider.id, { ssoURL })))

const unpublish = (stage: Stage.Stage, site: Visits.Visited) =>
  Stage.asAdmin(stage, site)(Effect.flatMap(Sites.Sites, (sites) => sites.unpublish(site.organization, site.site)))

/** Where visitors are said to have been; each would lead elsewhere. */
const hostile = [
  "https://evil.test",
  "//evil.test",
  "///evil.test/",
  "/\\evil.test",
  "\\\\evil.test",
  "https:evil.test",
  "@evil.test",
  ":80@evil.test",
  ".evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "/../../sign-in",
  "/%2e%2e/%2e%2e/sign-in",
  "/a/../../../evil",
  "/\t/evil.test",
  "\t//evil.test",
  "/\r\nlocation: https://evil.test",
  "/?jwt_token=stolen",
  "/guide?next=//evil.test",
  "/#@evil.test",
  "/%0d%0alocation:%20https://evil.test",
  "/..//evil.test",
  "/еvil.test",
  "/".padEnd(3000, "a")
]

describe.each(engines(import.meta.url))("visitors signed in by a provider on %s", (_, engine) => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open(engine)
  })
  afterAll(() => stage.close())

  it("arrives at the requested page, like a visitor of a host (rule visitor-provider)", async () => {
    const site = await Visits.open(stage)
    const sent = await stage.ask(`${site.mount}guide/install?q=1`)
    assert.deepStrictEqual(
      [sent.status, sent.headers["location"], sent.headers["cache-control"]],
      [303, `${site.provider.service.startURL}?site=${site.site}&location=%2Fguide%2Finstall`, "no-store"]
    )
    assert.strictEqual((await stage.ask(`${site.mount}guide/install.md`)).status, 401)
    const visit = await Visits.enter(stage, site, "guide/install", { tier: "team" })
    assert.strictEqual(visit.accepted.status, 303)
    assert.strictEqual(visit.accepted.headers.get("referrer-policy"), "no-referrer")
    assert.strictEqual(visit.landing, `${site.published}guide/install?jwt_token=${visit.token}`)
    assert.deepStrictEqual([visit.settled.status, visit.settled.headers["location"]], [303, "../guide/install"])
    assert.match(
      visit.settled.headers["set-cookie"] ?? "",
      /^quire-visitor-token=[\w.-]+; Path=\/sites\/[^;]+\/; Max-Age=4(?:3200|31\d\d); HttpOnly; SameSite=Lax$/
    )
    assert.strictEqual((await visit.read("guide/install")).status, 200)
    assert.strictEqual((await visit.read("guide/install.md")).status, 200)
    assert.strictEqual((await stage.ask(`${site.mount}guide/install`)).status, 303)
  })

  it("gives no access to the organization (rule visitor-provider)", async () => {
    const site = await Visits.open(stage)
    const before = await stage.api.run(site.news)
    assert.isNotEmpty(before)
    const mail = `visitor@${site.domain}`
    const accepted = await Visits.answer(stage, site, await Visits.knock(stage, site), { nameId: mail })
    assert.include(accepted.headers.get("location") ?? "", `${site.published}?jwt_token=`)
    assert.deepStrictEqual(await stage.api.run(site.news), [])
    const anybody = await Visits.answer(stage, site, await Visits.knock(stage, site), { nameId: "no address" })
    assert.include(anybody.headers.get("location") ?? "", `${site.published}?jwt_token=`)
    const known = Effect.flatMap(Repository.make(User.collection), (users) => users.getBy("email", { email: mail }))
    assert.isTrue(Option.isNone(await stage.api.run(known)))
    const disabled = Effect.flatMap(Members.Members, (members) => members.disable(site.organization, site.reader))
    await stage.api.run(asSystem(disabled))
    assert.strictEqual((await Visits.enter(stage, site, "", {})).settled.status, 303)
  })

  it("maps declared claims and shows content accordingly (rule visitor-provider-claims)", async () => {
    const site = await Visits.open(stage)
    await Stage.setCondition(stage, site, site.first, `visitor.claims.plan == "team"`)
    const seen = async (attributes: Idp.Wishes["attributes"]) => {
      const { read, token } = await Visits.enter(stage, site, "guide/install", attributes)
      const { aud, exp, iat, ...claims } = Visits.payloadOf(token)
      assert.deepStrictEqual([aud, Number(exp) - Number(iat)], [site.site, 43_200])
      return [claims, (await read("guide/install.md")).status] as const
    }
    const more = { plan: "team", mail: "ada@acme.test", admin: "true", unsigned: "x", exp: "9999999999" }
    assert.deepStrictEqual(await seen({ tier: "team", ...more }), [{ plan: "team" }, 200])
    assert.deepStrictEqual(await seen({ tier: "free" }), [{ plan: "free" }, 404])
    assert.deepStrictEqual(await seen({ tier: "owner", memberOf: ["a", "b"] }), [{ groups: ["a", "b"] }, 404])
    assert.deepStrictEqual(await seen({ ...more, tier: ["team", "free"] }), [{}, 404])
    await Stage.update(stage, site, { adaptiveContent: { enabled: false } })
    assert.deepStrictEqual(await seen({ tier: "team" }), [{ plan: "team" }, 404])
  })

  it("limits the claims to the size of a cookie (rule visitor-provider-claims)", async () => {
    const site = await Visits.open(stage)
    const enter = (count: number, length: number) =>
      Visits.knock(stage, site).then((request) =>
        Visits.answer(stage, site, request, { attributes: { memberOf: Array(count).fill("x".repeat(length)) } })
      )
    const [held, refused] = [await enter(2, 1000), await enter(3, 1000)]
    assert.strictEqual(held.status, 303)
    assert.isAtMost(new URL(held.headers.get("location") ?? "").searchParams.get("jwt_token")?.length ?? 0, 3500)
    assert.deepStrictEqual([refused.status, refused.headers.get("location")], [403, null])
    assert.include(await refused.text(), "You don’t have access to this page")
  })

  it("gives access to the site of the request (rule visitor-provider-apart)", async () => {
    const [site, other] = [await Visits.open(stage), await Visits.open(stage)]
    const neighbor: Visits.Visited = {
      ...site,
      site: site.other,
      published: await Stage.asAdmin(
        stage,
        site
      )(
        Effect.flatMap(Sites.Sites, (sites) =>
          Effect.andThen(
            sites.update(site.organization, site.other, { visibility: "visitor-auth" }),
            Effect.map(sites.publish(site.organization, site.other), ({ urls }) => urls.published ?? "")
          )
        )
      )
    }
    const second = { ...neighbor, mount: new URL(neighbor.published).pathname }
    const refused = async (provider: string, of: string) => {
      const { headers, status, text } = await Visits.begin(stage, provider, of)
      assert.deepStrictEqual([status, headers["location"]], [403, undefined])
      assert.include(text, "You don’t have access to this page")
    }
    await refused(site.provider.id, second.site)
    await refused(site.provider.id, other.site)
    await refused(other.provider.id, site.site)
    await refused(site.provider.id, "a99999999999999999999999999")
    await refused(site.provider.id, "")
    await Visits.setAuth(stage, second, { provider: site.provider.id })

    const visit = await Visits.enter(stage, site, "guide/install", {})
    for (const { mount } of [second, other]) {
      const cookie = `quire-visitor-token=${visit.token}`
      assert.strictEqual((await stage.ask(`${mount}guide/install.md`, { headers: { cookie } })).status, 401)
      assert.strictEqual((await stage.ask(`${mount}?jwt_token=${visit.token}`)).status, 401)
    }
    const request = await Visits.knock(stage, site)
    const response = Idp.honest(site.service, Visits.keys, Date.now(), { inResponseTo: request })
    const query = `?${new URLSearchParams({ site: second.site, location: "/" })}`
    const landed = await Visits.post(stage, site.provider.id, response, query)
    assert.include(landed.headers.get("location") ?? "", `${site.published}?jwt_token=`)
  })

  it("accepts only the provider of the site (rule visitor-provider-apart)", async () => {
    const [site, other] = [await Visits.open(stage), await Visits.open(stage)]
    const foreign = await Visits.answer(stage, other, await Visits.knock(stage, site))
    assert.strictEqual(foreign.headers.get("location"), `${signInPage}?refused=assertion`)
    const second = await Visits.makeProvider(stage, site, { label: "Second" })
    assert.strictEqual((await Visits.begin(stage, second.id, site.site)).status, 403)
    const request = await Visits.knock(stage, site)
    const of = { provider: second, service: Hall.serviceOf(second, site) }
    assert.include((await Visits.answer(stage, of, request)).headers.get("location") ?? "", "refused=assertion")
    await Visits.setAuth(stage, site, { provider: second.id })
    assert.strictEqual((await Visits.answer(stage, site, request)).status, 403)
    assert.strictEqual((await Visits.begin(stage, site.provider.id, site.site)).status, 403)
    assert.strictEqual((await Visits.begin(stage, second.id, site.site)).status, 303)
  })

  it("keeps visits separate from sign-ins to the API (rule visitor-provider-apart)", async () => {
    const site = await Visits.open(stage)
    const codeOf = (answer: Response) => {
      const location = answer.headers.get("location") ?? ""
      assert.match(location, /^http:\/\/quire\.test\/sign-in\?code=\w+$/)
    }
    codeOf(await Visits.answer(stage, site, undefined, { nameId: `one@${site.domain}` }))
    const signIn = Effect.flatMap(SamlSignIn.SamlSignIn, (each) => each.start(site.provider.id))
    const request = Hall.requestIn(await stage.api.run(signIn))
    const response = Idp.honest(site.service, Visits.keys, Date.now(), {
      inResponseTo: request,
      nameId: `two@${site.domain}`
    })
    codeOf(await Visits.post(stage, site.provider.id, response, `?${new URLSearchParams({ site: site.site })}`))
    const { accepted, token } = await Visits.enter(stage, site, "", {})
    assert.notInclude(accepted.headers.get("location") ?? "", "sign-in")
    assert.strictEqual(
      (await stage.api.send("GET", `/v1/orgs/${site.organization}`, { token })).status,
      401,
      "a token of a visitor is none of the API"
    )
    const privateToken = await stage.api.send("GET", "/v1/user", {
      headers: { cookie: `quire-visitor-token=${token}` }
    })
    assert.strictEqual(privateToken.status, 401)
  })

  it("completes a visit only in the browser that started it, and in time (rule visitor-provider-browser)", async () => {
    const site = await Visits.open(stage)
    const [victim, attacker] = [await Visits.knock(stage, site), await Visits.knock(stage, site)]
    const response = Idp.honest(site.service, Visits.keys, Date.now(), { inResponseTo: attacker })
    const accepted = await Visits.postForm(stage, site.provider.id, response)
    const location = accepted.headers.get("location") ?? ""
    assert.deepStrictEqual([accepted.status, accepted.headers.get("cache-control")], [303, "no-store"])
    assert.isTrue(location.startsWith(`http://quire.test/v1/saml/${site.provider.id}/visit?`), location)
    const finish = async (request: string, changes: Readonly<Record<string, string>> = {}) => {
      const address = new URL(location)
      for (const [name, value] of Object.entries(changes)) address.searchParams.set(name, value)
      const answer = await stage.ask(`${address.pathname}${address.search}`, {
        headers: { cookie: Visits.cookieOf(request) }
      })
      return [answer.status, answer.headers["location"]?.split("jwt_token")[0]]
    }
    const outside = [403, undefined]
    assert.deepStrictEqual(await finish(victim), outside)
    assert.deepStrictEqual(await finish("no request"), outside)
    for (const changes of [{ to: "https://evil.test/" }, { until: "9999999999999" }, { mark: "" }]) {
      assert.deepStrictEqual(await finish(attacker, changes), outside)
    }
    assert.deepStrictEqual(await finish(attacker), [303, `${site.published}?`])
    const query = new URL(location).searchParams
    const held = {
      url: query.get("to") ?? "",
      until: Number(query.get("until")),
      mark: query.get("mark") ?? ""
    }
    const [, began = ""] = Visits.cookieOf(attacker).split("=")
    const clock = await stage.api.run(Clock.Clock)
    const finishedAt = (now: number) =>
      stage.api.run(
        Effect.flatMap(VisitorSignIns.VisitorSignIns, (each) => Effect.result(each.finish(held, began))).pipe(
          Effect.provideService(Clock.Clock, clockAt(clock, now))
        )
      )
    assert.strictEqual((await finishedAt(held.until - 1))._tag, "Success")
    assert.strictEqual((await finishedAt(held.until))._tag, "Failure")
    const visit = { site: site.site, path: "" }
    const unbound = Effect.flatMap(SamlSignIn.SamlSignIn, (each) => each.start(site.provider.id, { visit }))
    const refused = await Visits.answer(stage, site, Hall.requestIn(await stage.api.run(unbound)))
    assert.strictEqual(refused.headers.get("location"), `${signInPage}?refused=assertion`)
  })

  it("accepts a request and an assertion once, and in time (rule visitor-provider-apart)", async () => {
    const site = await Visits.open(stage)
    const refused = (answer: Response) =>
      assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, `${signInPage}?refused=assertion`])
    const request = await Visits.knock(stage, site)
    const response = Idp.honest(site.service, Visits.keys, Date.now(), { inResponseTo: request, id: "_once" })
    const together = await Promise.all([1, 2, 3].map(() => Visits.post(stage, site.provider.id, response)))
    const landed = together.filter((each) => each.headers.get("location")?.includes("jwt_token"))
    assert.strictEqual(landed.length, 1)
    refused(await Visits.post(stage, site.provider.id, response))
    refused(await Visits.answer(stage, site, request))
    refused(await Visits.answer(stage, site, await Visits.knock(stage, site), { id: "_once" }))
    const until = Date.now() - 120_000
    refused(await Visits.answer(stage, site, await Visits.knock(stage, site), { until, subjectUntil: until }))

    const late = await Visits.knock(stage, site)
    const now = Date.now() + 600_001
    const clock = await stage.api.run(Clock.Clock)
    const later = clockAt(clock, now)
    const answered = await stage.api.run(
      Effect.flatMap(SamlSignIn.SamlSignIn, (each) =>
        Effect.result(each.accept(site.provider.id, Idp.honest(site.service, Visits.keys, now, { inResponseTo: late })))
      ).pipe(Effect.provideService(Clock.Clock, later))
    )
    assert.strictEqual(answered._tag, "Failure")
  })

  it("refuses a visit if the site has changed meanwhile (rule visitor-provider-apart)", async () => {
    const changes: ReadonlyArray<(site: Visits.Visited) => Promise<unknown>> = [
      (site) => Stage.update(stage, site, { visibility: "share-link" }),
      (site) => unpublish(stage, site),
      (site) => Visits.setAuth(stage, site, { provider: null }),
      (site) => Visits.setAuth(stage, site, { backend: "integration" }),
      (site) =>
        Stage.asAdmin(stage, site)(Effect.flatMap(Sites.Sites, (sites) => sites.remove(site.organization, site.site)))
    ]
    for (const change of changes) {
      const site = await Visits.open(stage)
      const visit = await Visits.enter(stage, site, "", {})
      assert.strictEqual((await visit.read("guide/install.md")).status, 200)
      const request = await Visits.knock(stage, site)
      await change(site)
      const answer = await Visits.answer(stage, site, request)
      assert.deepStrictEqual([answer.status, answer.headers.get("location")], [403, null])
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/)
      assert.oneOf((await visit.read("guide/install.md")).status, [401, 404])
      assert.strictEqual((await Visits.begin(stage, site.provider.id, site.site)).status, 403)
    }
  })

  it("ends visits when the provider is gone, with a message (rule visitor-provider-ends)", async () => {
    const site = await Visits.open(stage)
    const visit = await Visits.enter(stage, site, "", {})
    const etag = (await visit.read("guide/install")).headers["etag"] ?? ""
    const outside = async () => {
      const page = await visit.read("guide/install", { "if-none-match": etag })
      assert.deepStrictEqual([page.status, page.headers["location"]], [401, undefined])
      assert.include(page.text, "You don’t have access to this page")
      assert.strictEqual((await visit.read("guide/install.md")).status, 401)
      assert.strictEqual((await stage.ask(`${site.mount}?jwt_token=${visit.token}`)).status, 401)
    }
    await change(stage, site, "")
    await outside()
    await change(stage, site, "https://idp.test/sso")
    assert.strictEqual((await visit.read("guide/install")).status, 200)
    const request = await Visits.knock(stage, site)
    await remove(stage, site)
    await outside()
    assert.strictEqual((await Visits.answer(stage, site, request)).status, 404)
    const fallbackURL = "https://id.example.com/in"
    const { provider } = await Visits.setAuth(stage, site, { fallbackURL })
    assert.strictEqual(provider, site.provider.id)
    assert.strictEqual((await visit.read("")).headers["location"], `${fallbackURL}?location=%2F`)
  })

  it("ends with the key of the site, and keeps visits of the host (rule visitor-provider-ends)", async () => {
    const site = await Visits.open(stage, { fallbackURL: "https://id.example.com/in" })
    const { privateKey } = await Visits.setAuth(stage, site, {})
    const exp = Math.floor(Date.now() / 1000) + 600
    const token = VisitorToken.sign({ exp, plan: "team" }, privateKey)
    const asHost = () =>
      stage.ask(`${site.mount}guide/install`, { headers: { cookie: `quire-visitor-token=${token}` } })
    const visit = await Visits.enter(stage, site, "", {})
    assert.deepStrictEqual([(await asHost()).status, (await visit.read("guide/install")).status], [200, 200])
    const second = await Visits.makeProvider(stage, site, { label: "Second" })
    await Visits.setAuth(stage, site, { provider: second.id })
    assert.deepStrictEqual([(await asHost()).status, (await visit.read("guide/install")).status], [200, 303])
    await Visits.setAuth(stage, site, { provider: site.provider.id })
    const regenerate = Effect.flatMap(PublishingAuths.PublishingAuths, (auths) =>
      auths.regenerate(site.organization, site.site)
    )
    await Stage.asAdmin(stage, site)(regenerate)
    assert.deepStrictEqual([(await asHost()).status, (await visit.read("guide/install")).status], [303, 303])
  })

  it(`redirects ${hostile.length} hostile paths to the front page (rule visitor-provider-lands)`, async () => {
    const site = await Visits.open(stage)
    for (const location of hostile) {
      const begun = await Visits.begin(stage, site.provider.id, site.site, location)
      const address = new URL(begun.headers["location"] ?? "")
      assert.deepStrictEqual(
        [begun.status, address.host, address.searchParams.get("RelayState")],
        [303, "idp.test", null]
      )
      const accepted = await Visits.answer(stage, site, Visits.note(begun))
      const landing = accepted.headers.get("location") ?? ""
      assert.isTrue(landing.startsWith(site.published), landing)
      assert.match(landing, /\?jwt_token=[\w.-]+$/)
      const settled = await stage.ask(Visits.pathOf(landing))
      const settledAt = new URL(settled.headers["location"] ?? "", landing).href
      assert.isTrue(settledAt.startsWith(site.published), `${location} to ${settledAt}`)
      assert.notInclude(settledAt, "jwt_token")
    }
  })

  it("arrives at the hostname of a site that has one (rule visitor-provider-lands)", async () => {
    const site = await Visits.open(stage)
    const hostname = `docs-${site.domain}`
    await Stage.giveHostname(stage, site, hostname)
    const begun = await Visits.begin(stage, site.provider.id, site.site, "/guide/install")
    const accepted = await Visits.answer(stage, site, Visits.note(begun))
    const landing = new URL(accepted.headers.get("location") ?? "")
    assert.strictEqual(landing.href.split("?")[0], `https://${hostname}/guide/install`)
    const settled = await stage.ask(`${landing.pathname}${landing.search}`, { headers: { host: hostname } })
    assert.match(settled.headers["set-cookie"] ?? "", /; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    assert.strictEqual(settled.headers["location"], "../guide/install")
  })
})
