import { Members, Outbox, SignIn, type Site, Sites } from "@quire/core"
import { Clock, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { code as codeOf } from "../contract/scenarios/invites.ts"
import { entered } from "../contract/scenarios/sessions.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import { as, asSystem, memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { sited } from "../support/sited.ts"
import * as Idp from "./idp.ts"
import * as Hall from "./samlServer.ts"

const own = { origin: "http://quire.test" }
const formType = { "content-type": "application/x-www-form-urlencoded" }

const cookieIn = ({ headers }: Server.Answer, name: string) =>
  headers
    .getSetCookie()
    .map((text) => text.split(";")[0] ?? "")
    .find((text) => text.startsWith(`${name}=`)) ?? ""

describe("browsers that sign in", () => {
  let api: Server.Opened<Server.Whole>
  let world: World.World
  let source: Source.Source
  let hall: Hall.Hall
  const lines: Array<string> = []

  beforeAll(async () => {
    source = await Source.open()
    api = await Server.open(memory, "anyone", (line) => void lines.push(line))
    world = await World.make(api, source.url)
    hall = await api.run(Hall.open())
  })
  afterAll(async () => {
    await api.close()
    await source.close()
  })

  const session = async (who: World.Who = "reader") => `quire-session=${await entered(world, who)}`
  const get = (path: string, cookie: string, headers: Readonly<Record<string, string>> = {}) =>
    api.send("GET", path, { headers: { cookie, ...headers } })
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = own
  ) => api.send("POST", path, { text: new URLSearchParams(fields).toString(), headers: { ...formType, ...headers } })

  it("sets a cookie that scripts cannot read, and signs out with a button (rule session-cookie)", async () => {
    const answer = await post("/sign-in", { code: await codeOf(world) }, { ...own, "user-agent": "Browser 1.0" })
    assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, "http://quire.test/sign-in"])
    const [set = ""] = answer.headers.getSetCookie()
    assert.match(set, /^quire-session=\w{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    const cookie = cookieIn(answer, "quire-session")
    const me = await get("/v1/user", cookie)
    assert.deepStrictEqual([me.status, me.json.id], [200, world.people.stranger.id])
    const page = await get("/sign-in", cookie)
    assert.include(page.text, "You are signed in as stranger.")
    assert.notInclude(page.text, "<script")
    const listed = await get("/v1/user/sessions", cookie)
    assert.deepStrictEqual(
      (listed.json.items as ReadonlyArray<{ current: boolean; userAgent: string }>).map((one) => [
        one.current,
        one.userAgent
      ]),
      [[true, "Browser 1.0"]]
    )
    const out = await post("/sign-out", {}, { ...own, cookie })
    assert.deepStrictEqual([out.status, cookieIn(out, "quire-session")], [303, "quire-session="])
    assert.strictEqual((await get("/v1/user", cookie)).status, 401)
    assert.notInclude((await get("/sign-in", cookie)).text, "You are signed in")
  })

  it("uses the cookie for /v1 only: published sites and files ignore it (rule session-cookie)", async () => {
    const { admin, published, organization, site } = await api.run(sited)
    const patch = (changes: Site.SitePatch) =>
      api.run(as(admin)(Effect.flatMap(Sites.Sites, (sites) => sites.update(organization, site, changes))))
    await patch({ visibility: "share-link" })
    const { secret } = await api.run(
      Effect.gen(function* () {
        const signIn = yield* SignIn.SignIn
        const { code } = yield* asSystem(signIn.start(admin))
        return yield* signIn.enter({ code }, { userAgent: "" })
      }).pipe(Effect.orDie)
    )
    const cookie = `quire-session=${secret}`
    assert.strictEqual((await get(`/v1/orgs/${organization}/sites/${site}`, cookie)).status, 200)
    const at = new URL(published).pathname
    for (const path of [at, `${at}index.md`, `${at}~search.json?q=a`, `${at}llms.txt`, `${at}nothing`]) {
      const [without, having] = [await api.send("GET", path), await get(path, cookie)]
      assert.notStrictEqual(having.status, 200, path)
      assert.deepStrictEqual([having.status, having.text], [without.status, without.text], path)
      assert.deepStrictEqual(having.headers.getSetCookie(), [], path)
    }
  })

  it("requires the same origin and JSON or bytes for each change (rule session-forgery)", async () => {
    const cookie = await session()
    const json = { "content-type": "application/json" }
    const forged = [
      {},
      json,
      own,
      { ...json, origin: "https://evil.test" },
      { ...json, origin: "null" },
      { ...json, origin: "http://docs.quire.test" },
      { ...json, origin: "http://quire.test.evil.test" },
      { ...json, origin: "https://quire.test" },
      { ...json, origin: "http://quire.test:81" },
      { ...json, referer: "http://quire.test/" },
      { ...json, ...own, "sec-fetch-site": "cross-site" },
      { ...json, ...own, "sec-fetch-site": "same-site" },
      { ...json, ...own, "sec-fetch-site": "none" },
      { ...own, "content-type": "text/plain" },
      { ...own, "content-type": "application/x-www-form-urlencoded" },
      { ...own, "content-type": "multipart/form-data; boundary=x" },
      { ...own, "content-type": "text/plain; application/json" },
      { ...own, "content-type": "application/jsonx" },
      { ...own, "content-type": "application/octet-streamx" },
      { "content-type": "application/octet-stream", origin: "https://evil.test" },
      { "sec-fetch-site": "same-origin" },
      { ...json, "sec-fetch-site": "same-origin", "sec-fetch-dest": "iframe" }
    ]
    const requests = [
      ["POST", "/v1/user/tokens", { label: "stolen" }],
      ["PATCH", `/v1/users/${world.people.reader.id}`, { displayName: "Mallory" }],
      ["DELETE", `/v1/user/sessions/${"a".repeat(27)}`, undefined]
    ] as const
    for (const headers of forged) {
      for (const [method, path, body] of requests) {
        const text = body === undefined ? {} : { text: JSON.stringify(body) }
        const sent = { ...text, headers: { "content-type": "", ...headers, cookie } }
        assert.strictEqual((await api.send(method, path, sent)).status, 401, JSON.stringify([method, headers]))
      }
    }
    const statuses: Array<number> = []
    for (const headers of [
      { ...json, ...own },
      { ...json, "sec-fetch-site": "same-origin" }
    ]) {
      for (const [method, path, body] of requests) {
        const text =
          body === undefined ? {} : { text: JSON.stringify(method === "PATCH" ? { displayName: "reader" } : body) }
        statuses.push((await api.send(method, path, { ...text, headers: { ...headers, cookie } })).status)
      }
    }
    assert.deepStrictEqual(statuses, [201, 200, 204, 201, 200, 204])
    const sent = { text: "a", headers: { ...own, "content-type": "application/octet-stream", cookie } }
    const upload = await api.send("POST", `/v1/spaces/${world.docs.space}/uploads?name=a.txt`, sent)
    assert.include([201, 403], upload.status)
  })

  it("allows reads by pages of this origin, and by links to a page (rule session-forgery)", async () => {
    const cookie = await session()
    const page = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }
    const status = async (headers: Readonly<Record<string, string>>) => (await get("/v1/user", cookie, headers)).status
    for (const headers of [{}, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "cross-site", ...page }]) {
      assert.strictEqual(await status(headers), 200)
    }
    for (const site of ["cross-site", "same-site"]) {
      assert.strictEqual(await status({ "sec-fetch-site": site, "sec-fetch-mode": "cors" }), 401)
      assert.strictEqual(await status({ "sec-fetch-site": site, ...page, "sec-fetch-dest": "iframe" }), 401)
    }
    for (const dest of ["audio", "embed", "frame", "iframe", "image", "object", "script", "style", "track", "video"]) {
      assert.strictEqual(await status({ "sec-fetch-site": "same-origin", "sec-fetch-dest": dest }), 401, dest)
    }
    assert.strictEqual(await status({ "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" }), 200)
    const answer = await get("/v1/user", cookie, { origin: "https://evil.test" })
    assert.isNull(answer.headers.get("access-control-allow-credentials"))
    assert.isNull(answer.headers.get("access-control-allow-origin"))
    assert.strictEqual((await get("/v1/user", cookie, { authorization: "Bearer x" })).status, 401)
    assert.strictEqual((await get("/v1/user", `${cookie}; ${await session("editor")}`)).status, 401)
  })

  it("replaces a secret that another person chose (rule session-secret)", async () => {
    const chosen = `quire-session=${"f".repeat(43)}`
    const mallory = await session("editor")
    for (const fixed of [chosen, mallory]) {
      const answer = await post("/sign-in", { code: await codeOf(world) }, { ...own, cookie: fixed })
      const cookie = cookieIn(answer, "quire-session")
      assert.notInclude([chosen, mallory, ""], cookie)
      assert.strictEqual((await get("/v1/user", cookie)).json.id, world.people.stranger.id)
      assert.strictEqual((await get("/v1/user", fixed)).status, 401)
    }
  })

  it("signs in after a confirmation, or in the browser that started the sign-in (rule session-browser)", async () => {
    const at = `/v1/saml/${hall.provider.id}`
    const respond = async (inResponseTo?: string) => {
      const now = await api.run(Clock.currentTimeMillis)
      const SAMLResponse = Idp.honest(hall.service, hall.keys, now, { inResponseTo })
      const answer = await post(`${at}/acs`, { SAMLResponse, RelayState: "/v1/orgs" }, { origin: "https://idp.test" })
      assert.deepStrictEqual(answer.headers.getSetCookie(), [])
      return new URL(answer.headers.get("location") ?? "")
    }
    const begin = async () => {
      const begun = await api.send("GET", `${at}/start?return=${encodeURIComponent("/v1/user?x=1")}`)
      assert.match(
        begun.headers.getSetCookie()[0] ?? "",
        /^quire-began=\w{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/
      )
      return { began: cookieIn(begun, "quire-began"), request: Hall.requestIn(begun.headers.get("location") ?? "") }
    }
    const victim = await begin()
    const mallory = await begin()
    const asked = await respond(victim.request)
    const path = `${asked.pathname}${asked.search}`
    const code = asked.searchParams.get("code") ?? ""
    for (const cookie of ["", mallory.began, victim.began.toUpperCase()]) {
      const page = await get(path, cookie)
      assert.deepStrictEqual([page.status, page.headers.getSetCookie()], [200, []])
      assert.strictEqual((await post("/sign-in", { code }, { ...own, cookie })).status, 400)
      assert.strictEqual((await api.send("POST", "/v1/sign-in", { body: { code }, headers: { cookie } })).status, 400)
    }
    const landed = await get(path, victim.began)
    assert.deepStrictEqual([landed.status, landed.headers.get("location")], [303, "http://quire.test/v1/user?x=1"])
    assert.strictEqual(cookieIn(landed, "quire-began"), "quire-began=")
    const cookie = cookieIn(landed, "quire-session")
    assert.strictEqual((await get("/v1/user", cookie)).json["email"], hall.service.newcomer)
    assert.strictEqual((await get(path, victim.began)).status, 200)

    const unasked = await respond()
    const waiting = await get(`${unasked.pathname}${unasked.search}`, mallory.began)
    assert.deepStrictEqual([waiting.status, waiting.headers.getSetCookie()], [200, []])
    const fields = { code: unasked.searchParams.get("code") ?? "" }
    for (const headers of [{}, { origin: "https://evil.test" }, { ...own, "sec-fetch-site": "cross-site" }]) {
      assert.strictEqual((await post("/sign-in", fields, headers)).status, 403)
    }
    const pressed = await post("/sign-in", fields)
    assert.strictEqual(pressed.headers.get("location"), "http://quire.test/v1/orgs")
    const member = cookieIn(pressed, "quire-session")
    assert.strictEqual((await get(`/v1/orgs/${hall.organization}`, member)).status, 200)
    const { json } = await get("/v1/user", member)
    await api.run(
      asSystem(
        Effect.flatMap(Members.Members, (members) => members.disable(hall.organization, json.id as typeof hall.admin))
      )
    )
    assert.strictEqual((await get("/v1/user", member)).status, 401)
  })

  it("lists the sessions of their person only (rule session-owner)", async () => {
    const cookies = new Map<World.Who, string>()
    for (const who of World.everybody) cookies.set(who, await session(who))
    const idsOf = async (who: World.Who) => {
      const { json } = await get("/v1/user/sessions", cookies.get(who) ?? "")
      return (json.items as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)
    }
    const ids = new Map<World.Who, ReadonlyArray<string>>()
    for (const who of World.everybody) ids.set(who, await idsOf(who))
    const all = [...ids.values()].flat()
    assert.strictEqual(new Set(all).size, all.length)
    for (const who of World.everybody) {
      for (const [other, theirs] of ids) {
        if (other === who) continue
        for (const id of theirs) {
          const answer = await world.send(who, "DELETE", `/v1/user/sessions/${id}`)
          assert.strictEqual(answer.status, 204)
        }
      }
    }
    for (const who of World.everybody) assert.deepStrictEqual(await idsOf(who), ids.get(who))
  })

  it("shows the sign-in options of an organization, in their language, without a script (rule sso-logins)", async () => {
    const at = `/sign-in?organization=${hall.organization}&return=${encodeURIComponent("/v1/user")}`
    const page = await api.send("GET", at)
    assert.include(page.text, `href="${hall.provider.service.startURL}?return=%2Fv1%2Fuser"`)
    assert.include(page.text, "Sign in with Acme")
    assert.notInclude(page.text, "<script")
    const hostile = await api.send(
      "GET",
      `/sign-in?organization=${hall.organization}&return=${encodeURIComponent('"><script>alert(1)</script>')}`
    )
    assert.notInclude(hostile.text, "<script")
    for (const unknown of ["a99999999999999999999999999", "x y", "", "%00", "é"]) {
      const { status, text } = await api.send("GET", `/sign-in?organization=${encodeURIComponent(unknown)}`)
      assert.deepStrictEqual([status, text.includes('id="ways"')], [200, false])
    }
    const said = new Map<string, string>()
    for (const language of ["en", "fr", "es", "zh", "ja", "de", "nl", "nb-NO", "pt-BR"]) {
      const { text } = await api.send("GET", at, { headers: { "accept-language": `xx,${language};q=0.9,en;q=0.1` } })
      said.set(/lang="([^"]+)"/.exec(text)?.[1] ?? "", /Acme[^<]*|[^>]*Acme/.exec(text)?.[0] ?? "")
    }
    assert.strictEqual(said.size, 9)
    assert.strictEqual(new Set(said.values()).size, 9)
  })

  it("reveals no secret in logs, responses and events", async () => {
    lines.splice(0)
    const code = await codeOf(world)
    const answer = await post(`/sign-in?code=${code}`, { code })
    const cookie = cookieIn(answer, "quire-session")
    const secret = cookie.split("=")[1] ?? ""
    const begun = await api.send("GET", `/v1/saml/${hall.provider.id}/start`, { headers: { cookie } })
    const began = cookieIn(begun, "quire-began").split("=")[1] ?? ""
    await get(`/sign-in?code=${code}`, `${cookie}; quire-began=${began}`)
    const texts = [
      (await get("/v1/user/sessions", cookie)).text,
      (await get("/v1/user", cookie)).text,
      (await get("/sign-in", cookie)).text,
      (await get("/v1/nothing", cookie)).text,
      (await get("/v1/user?limit=%00", cookie)).text
    ]
    await api.send("DELETE", "/v1/user/sessions/x", { headers: { cookie, ...own, "content-type": "application/json" } })
    await post("/sign-out", {}, { ...own, cookie })
    const events = await api.run(Effect.flatMap(Outbox.Outbox, (outbox) => outbox.read("", 10_000)))
    assert.isAbove(lines.length, 5)
    assert.strictEqual(secret.length, 43)
    assert.strictEqual(began.length, 43)
    const all = [...texts, ...lines, JSON.stringify(events)].join("\n")
    for (const each of [secret, began, code]) assert.notInclude(all, each)
  })
})
