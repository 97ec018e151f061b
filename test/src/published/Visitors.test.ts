import { AdaptiveSchemas, PublishingAuths, ShareLinks, Sites, VisitorToken } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe.each(engines(import.meta.url))("readers of published sites on %s", (_, engine) => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open(engine)
  })
  afterAll(() => stage.close())

  /** A site for visitors with a token, and what signs one. */
  const visited = async (fallbackURL: string | null = "https://id.example.com/in?to=docs") => {
    const site = await Stage.site(stage)
    const admin = Stage.asAdmin(stage, site)
    await Stage.update(stage, site, { visibility: "visitor-auth" })
    const auths = Effect.flatMap(PublishingAuths.PublishingAuths, (each) =>
      Effect.andThen(each.update(site.organization, site.site, { fallbackURL }), each.get(site.organization, site.site))
    )
    const { privateKey } = await admin(auths)
    const sign = (claims: Readonly<Record<string, unknown>> = {}, exp = soon(600)) =>
      VisitorToken.sign({ ...claims, exp }, privateKey)
    const at = (path: string, cookie?: string, headers: Readonly<Record<string, string>> = {}) =>
      stage.ask(`${site.mount}${path}`, {
        headers: { ...headers, ...(cookie === undefined ? {} : { cookie: `quire-visitor-token=${cookie}` }) }
      })
    return { site, admin, sign, at }
  }

  it("opens a shared site by a key in the path until it is revoked (rules published-absence and published-caching)", async () => {
    const site = await Stage.site(stage)
    const admin = Stage.asAdmin(stage, site)
    await Stage.update(stage, site, { visibility: "share-link" })
    const { id, urls } = await admin(
      Effect.flatMap(ShareLinks.ShareLinks, (links) => links.create(site.organization, site.site, { name: "Press" }))
    )
    const shared = new URL(urls.published ?? "").pathname
    const without = await stage.ask(`${site.mount}guide/install.md`)
    assert.strictEqual(without.status, 404)
    const answer = await stage.ask(`${shared}guide/install.md`)
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers["cache-control"], "private, no-cache")
    assert.strictEqual(answer.headers["x-robots-tag"], "noindex")
    assert.include(answer.headers["vary"] ?? "", "cookie")
    assert.strictEqual((await stage.ask(shared.slice(0, -1))).headers["location"]?.startsWith("./"), true)
    assert.strictEqual((await stage.ask(`${shared}Guide/install`)).headers["location"], "../guide/install")
    const known = { headers: { "if-none-match": answer.headers["etag"] ?? "" } }
    assert.strictEqual((await stage.ask(`${shared}guide/install.md`, known)).status, 304)
    await admin(
      Effect.flatMap(ShareLinks.ShareLinks, (links) =>
        links.update(site.organization, site.site, id, { active: false })
      )
    )
    const revoked = await stage.ask(`${shared}guide/install.md`, known)
    assert.deepStrictEqual([revoked.status, revoked.text], [404, without.text])
    assert.deepStrictEqual(comparable(revoked), comparable(without))
  })

  it("redirects visitors without a token, and refuses programs (rule published-visitors)", async () => {
    const { at } = await visited()
    for (const path of ["", "guide/install", "never-was", "guide//install?q=1"]) {
      const answer = await at(path)
      const location = encodeURIComponent(`/${path.replace(/\?.*/, "")}`)
      assert.deepStrictEqual(
        [answer.status, answer.headers["location"], answer.headers["cache-control"]],
        [303, `https://id.example.com/in?to=docs&location=${location}`, "no-store"],
        path
      )
    }
    for (const path of [
      "home.md",
      "guide/install.json",
      "never.md",
      "sitemap.xml",
      "llms.txt",
      "robots.txt",
      "~file/a/b/c/d"
    ]) {
      const answer = await at(path)
      assert.deepStrictEqual([answer.status, answer.headers["location"]], [401, undefined], path)
      assert.include(answer.text, "VisitorTokenNeeded")
    }
    const { at: nowhere } = await visited(null)
    assert.strictEqual((await nowhere("guide/install")).status, 401)
  })

  it("stores a token from an address in a cookie, and verifies it each time (rule published-visitors)", async () => {
    const { at, sign, site } = await visited()
    const token = sign()
    const first = await at(`guide/install?q=1&jwt_token=${token}&visitor.a=b`)
    assert.strictEqual(first.status, 303)
    assert.strictEqual(first.headers["location"], "../guide/install?q=1&visitor.a=b")
    assert.strictEqual(first.headers["cache-control"], "no-store")
    const cookie = first.headers["set-cookie"] ?? ""
    assert.match(cookie, /^quire-visitor-token=[\w.-]+; Path=\/sites\/[^;]+\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    assert.include(cookie, `Path=${site.mount};`)
    assert.isAtMost(Number(/Max-Age=(\d+)/.exec(cookie)?.[1]), 600)
    const answer = await at("guide/install", token)
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers["cache-control"], "private, no-cache")
    assert.include(answer.headers["vary"] ?? "", "cookie")
    assert.strictEqual(answer.headers["x-robots-tag"], "noindex")
    const long = await at(`?jwt_token=${sign({}, soon(1_000_000))}`)
    assert.include(long.headers["set-cookie"] ?? "", "; Max-Age=86400;")
  })

  it("refuses an invalid token (rule published-visitors)", async () => {
    const { at, sign } = await visited()
    const other = await visited()
    for (const token of ["", "nonsense", sign({}, soon(-1)), other.sign(), `${sign()}x`]) {
      const asked = await at(`guide/install?jwt_token=${token}`)
      assert.deepStrictEqual(
        [asked.status, asked.headers["location"], asked.headers["set-cookie"]],
        [401, undefined, undefined]
      )
      assert.strictEqual((await at("guide/install", token)).status, 303)
      assert.strictEqual((await at("guide/install.md", token)).status, 401)
    }
    const valid = sign()
    assert.strictEqual((await at(`guide/install?jwt_token=nonsense`, valid)).status, 401)
  })

  it("ends every visit with a new key, also in revalidation (rules published-visitors and published-caching)", async () => {
    const { admin, at, sign, site } = await visited()
    const token = sign()
    const answer = await at("guide/install", token)
    const known = { "if-none-match": answer.headers["etag"] ?? "" }
    assert.strictEqual((await at("guide/install", token, known)).status, 304)
    await admin(
      Effect.flatMap(PublishingAuths.PublishingAuths, (each) => each.regenerate(site.organization, site.site))
    )
    assert.strictEqual((await at("guide/install", token, known)).status, 303)
    assert.strictEqual((await at("guide/install.md", token, known)).status, 401)
  })

  it("ends all access by unpublishing (rules published-absence and published-caching)", async () => {
    const site = await Stage.site(stage)
    const admin = Stage.asAdmin(stage, site)
    const answer = await stage.ask(`${site.mount}guide/install`)
    const file = /~file\/[^"]+/.exec(answer.text)?.[0] ?? ""
    assert.strictEqual((await stage.ask(`${site.mount}${file}`)).status, 200)
    await admin(Effect.flatMap(Sites.Sites, (sites) => sites.unpublish(site.organization, site.site)))
    const headers = { "if-none-match": "*" }
    for (const path of ["", "guide/install", "guide/install.md", file, "llms.txt", "sitemap.xml", "robots.txt"]) {
      assert.strictEqual((await stage.ask(`${site.mount}${path}`, { headers })).status, 404, path)
    }
  })

  it("ignores a token on a public site, and removes it from the address (rule published-visitors)", async () => {
    const site = await Stage.site(stage)
    const answer = await stage.ask(`${site.mount}guide/install?jwt_token=anything&a=b`)
    assert.deepStrictEqual(
      [answer.status, answer.headers["location"], answer.headers["set-cookie"]],
      [303, "../guide/install?a=b", undefined]
    )
  })

  it("accepts unsigned claims from the address and a cookie (rule published-visitors)", async () => {
    const site = await Stage.site(stage)
    const admin = Stage.asAdmin(stage, site)
    const unsigned = {
      type: "object",
      properties: { isBeta: { type: "boolean" }, plan: { type: "string", enum: ["free", "team"] } },
      additionalProperties: false
    } as const
    await admin(
      Effect.flatMap(AdaptiveSchemas.AdaptiveSchemas, (schemas) =>
        schemas.update(site.organization, site.site, {
          jsonSchema: { type: "object", properties: { unsigned }, additionalProperties: false }
        })
      )
    )
    await Stage.update(stage, site, { adaptiveContent: { enabled: true } })
    await Stage.setCondition(stage, site, site.first, `visitor.claims.unsigned.plan == "team"`)
    const at = (query: string, cookie?: unknown) =>
      stage.ask(`${site.mount}guide/install${query}`, {
        headers:
          cookie === undefined ? {} : { cookie: `quire-visitor-public=${encodeURIComponent(JSON.stringify(cookie))}` }
      })
    const cases: ReadonlyArray<readonly [query: string, cookie: unknown, status: number]> = [
      ["", undefined, 404],
      ["?visitor.plan=team", undefined, 200],
      ["?visitor.plan=other", undefined, 404],
      ["", { plan: "team" }, 200],
      ["?visitor.plan=free", { plan: "team" }, 404],
      ["?visitor.plan=team", { plan: "free" }, 200],
      ["", ["team"], 404],
      ["", { __proto__: { plan: "team" } }, 404],
      ["?visitor.__proto__=team", undefined, 404]
    ]
    for (const [query, cookie, status] of cases) {
      const answer = await at(query, cookie)
      assert.strictEqual(answer.status, status, `${query} ${JSON.stringify(cookie)}`)
      if (status === 200) assert.strictEqual(answer.headers["cache-control"], "private, no-cache")
    }
    const broken = await stage.ask(`${site.mount}guide/install`, { headers: { cookie: "quire-visitor-public={" } })
    assert.strictEqual(broken.status, 404)
  })
})
