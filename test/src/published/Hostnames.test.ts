import { Sites } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

describe.each(engines(import.meta.url))("hostnames of published sites on %s", (_, engine) => {
  let stage: Stage.Stage
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(engine)
    site = await Stage.site(stage)
    await Stage.giveHostname(stage, site, "docs.example.com")
  })
  afterAll(() => stage.close())

  const at = (path: string, host = "docs.example.com", method = "GET") => stage.ask(path, { method, headers: { host } })

  it("serves the site at the root of its hostname (rule published-hostnames)", async () => {
    for (const host of ["docs.example.com", "docs.example.com:8080", "DOCS.example.com", "docs.example.com."]) {
      assert.include((await at("/", host)).text, "<title>Home | Site</title>", host)
    }
    assert.isTrue((await at("/guide/install.md")).text.startsWith("# Install it"))
    assert.strictEqual((await at("//guide//install")).headers["location"], "../../../guide/install")
    assert.strictEqual((await at("/sitemap.xml")).text.match(/<loc>https:\/\/docs\.example\.com\/sitemap-/g)?.length, 2)
  })

  it("serves only the site there (rules published-hostnames and published-mounts)", async () => {
    const never = { page: await at("/never-was"), other: await at("/never-was.md") }
    assert.strictEqual(never.page.status, 404)
    for (const path of [
      "/v1/user",
      "/openapi.json",
      "/docs/rules",
      "/healthz",
      site.mount,
      "/files/a/b/c/d",
      "/%00",
      "/%"
    ]) {
      const answer = await at(path)
      assert.strictEqual(answer.status, 404, path)
      const { "content-length": length, ...headers } = comparable(answer)
      const same = { ...comparable(answer.text.startsWith("<") ? never.page : never.other), "content-length": length }
      assert.deepStrictEqual({ ...headers, "content-length": length }, same, path)
      assert.match(answer.text, /Page not found \| Site|the resource does not exist/)
    }
    const posted = await at("/v1/sign-in", "docs.example.com", "POST")
    assert.deepStrictEqual([posted.status, posted.headers["allow"]], [405, "GET, HEAD"])
  })

  it("serves only the API at other hosts (rule published-hostnames)", async () => {
    for (const host of [
      "other.example.com",
      "example.com",
      "docs.example.com.evil.test",
      "quire.test",
      "localhost",
      "127.0.0.1",
      "[::1]"
    ]) {
      assert.strictEqual((await at("/v1/user", host)).status, 401, host)
      assert.include((await at("/guide/install", host)).text, "RouteNotFound", host)
      assert.strictEqual((await at("/healthz", host)).status, 200, host)
      assert.strictEqual((await at(`${site.mount}guide/install`, host)).status, 200, host)
    }
  })

  it("ignores a forwarded host without a trusted proxy (rule published-hostnames)", async () => {
    const headers = { host: "quire.test", "x-forwarded-host": "docs.example.com" }
    assert.include((await stage.ask("/guide/install", { headers })).text, "RouteNotFound")
  })

  it("keeps the hostname for the site while it is not published (rules published-hostnames and published-absence)", async () => {
    const hidden = await Stage.site(stage)
    await Stage.giveHostname(stage, hidden, "hidden.example.com")
    assert.strictEqual((await at("/", "hidden.example.com")).status, 200)
    const sites = Effect.flatMap(Sites.Sites, (all) => all.unpublish(hidden.organization, hidden.site))
    await Stage.asAdmin(stage, hidden)(sites)
    const unknown = await stage.ask("/sites/unknown/site/")
    for (const path of ["/", "/guide", "/healthz"]) {
      const answer = await at(path, "hidden.example.com")
      assert.deepStrictEqual([answer.status, answer.text], [404, unknown.text], path)
      assert.deepStrictEqual(comparable(answer), comparable(unknown), path)
    }
  })
})
