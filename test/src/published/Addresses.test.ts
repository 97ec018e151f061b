import { Sites, Spaces } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { as } from "../support/engine.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

describe.each(Stage.stages)("addresses of published sites on %s", (_, engine) => {
  let stage: Stage.Stage
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(engine)
    site = await Stage.site(stage)
  })
  afterAll(() => stage.close())

  const at = (path: string, asked?: Parameters<Stage.Stage["ask"]>[1]) => stage.ask(`${site.mount}${path}`, asked)

  it.each([
    ["", "text/markdown; charset=utf-8", "# Home\n"],
    ["home.md", "text/markdown; charset=utf-8", "# Home\n"],
    ["guide/install", "text/markdown; charset=utf-8", "# Install it\n\nHow to set up\n\nRun"],
    ["guide/install.md", "text/markdown; charset=utf-8", "# Install it\n\nHow to set up\n\nRun"],
    ["guide/install.md?x=1", "text/markdown; charset=utf-8", "# Install it\n"],
    ["guide/install.json", "application/json", '{"object":"published-page"'],
    ["robots.txt", "text/plain; charset=utf-8", "User-agent: *\n"],
    ["sitemap.xml", "application/xml; charset=utf-8", '<?xml version="1.0"'],
    ["llms.txt", "text/plain; charset=utf-8", "# Site\n"]
  ])(
    "%s is there, to be kept and asked for again (rules published-forms, published-mounts and published-caching)",
    async (path, type, start) => {
      const answer = await at(path)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers["content-type"], type)
      assert.isTrue(answer.text.startsWith(start), answer.text)
      assert.strictEqual(answer.headers["content-length"], String(answer.bytes.length))
      assert.strictEqual(answer.headers["cache-control"], "public, max-age=0, must-revalidate")
      assert.strictEqual(answer.headers["referrer-policy"], "same-origin")
      assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
      assert.strictEqual(answer.headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'")
      assert.isUndefined(answer.headers["x-robots-tag"])
      assert.notInclude(answer.headers["vary"] ?? "", "cookie")
      const again = await at(path, { headers: { "if-none-match": answer.headers["etag"] ?? "" } })
      assert.deepStrictEqual([again.status, again.text, again.headers["etag"]], [304, "", answer.headers["etag"]])
      assert.strictEqual(again.headers["cache-control"], answer.headers["cache-control"])
      const head = await at(path, { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      assert.deepStrictEqual(comparable(head), comparable(answer))
    }
  )

  it("the address of a page and that of its text are the same bytes", async () => {
    const [page, text] = [await at("guide/install"), await at("guide/install.md")]
    assert.strictEqual(page.text, text.text)
    assert.strictEqual(page.headers["etag"], text.headers["etag"])
  })

  it("answers are compressed for those who accept it, with a validator of their own", async () => {
    const plain = await at("guide/install.json")
    const zipped = await at("guide/install.json", { headers: { "accept-encoding": "br, gzip" } })
    assert.strictEqual(zipped.headers["content-encoding"], "gzip")
    assert.strictEqual(zipped.headers["vary"], "accept-encoding")
    assert.notStrictEqual(zipped.headers["etag"], plain.headers["etag"])
    assert.isBelow(zipped.bytes.length, plain.bytes.length)
  })

  it.each([
    ["home", 308, "./"],
    ["home?q=1&a=%20", 308, "./?q=1&a=%20"],
    [".md", 308, "./home.md"],
    ["/", 308, "../"],
    ["Guide/INSTALL", 308, "../guide/install"],
    ["guide//install", 308, "../../guide/install"],
    ["guide/install/", 308, "../../guide/install"],
    ["docs/guide/install", 308, "../../guide/install"],
    ["docs", 308, "./"],
    ["g%75ide/install.md", 308, "../guide/install.md"],
    ["guide/install%2Emd", 308, "../guide/install.md"],
    ["guide/Install.json", 308, "../guide/install.json"]
  ])("%s leads on (rule published-spelling)", async (path, status, location) => {
    const answer = await at(path)
    assert.deepStrictEqual([answer.status, answer.headers["location"]], [status, location])
    assert.strictEqual(answer.headers["cache-control"], "no-cache")
    const url = new URL(location, `http://x${site.mount}${path}`)
    const next = await stage.ask(`${url.pathname}${url.search}`)
    assert.strictEqual(next.status, 200, url.pathname)
  })

  it("the mount in other spellings leads to the mount (rules published-mounts and published-spelling)", async () => {
    const [, , organization = "", basename = ""] = site.mount.split("/")
    const others = [
      site.mount.slice(0, -1),
      `/${site.mount}guide`,
      `//sites//${organization}///${basename}/guide/install`,
      `/sites/${organization}/${encodeURIComponent(basename).replace("s", "%73")}/guide`,
      `/%73ites/${organization}/${basename}/`
    ]
    for (const other of others) {
      const answer = await stage.ask(other)
      assert.strictEqual(answer.status, 308, other)
      const to = new URL(answer.headers["location"] ?? "", `http://x${other}`).pathname
      assert.strictEqual((await stage.ask(to)).status, 200, `${other} ${to}`)
      assert.isTrue(to.startsWith(site.mount), to)
    }
  })

  it.each(["POST", "PUT", "PATCH", "DELETE"])("%s is refused (rule published-forms)", async (method) => {
    for (const path of ["", "guide/install.md", "nothing", "robots.txt"]) {
      const answer = await at(path, { method })
      assert.deepStrictEqual([answer.status, answer.headers["allow"]], [405, "GET, HEAD"])
    }
  })

  it("what is not there is one answer, to the byte (rule published-absence)", async () => {
    const never = await at("never-was")
    assert.strictEqual(never.status, 404)
    const [, , organization = ""] = site.mount.split("/")
    const unpublished = await Stage.site(stage)
    await Stage.asAdmin(
      stage,
      unpublished
    )(Effect.flatMap(Sites.Sites, (sites) => sites.unpublish(unpublished.organization, unpublished.site)))
    const paths = [
      `${site.mount}never-was.md`,
      `${site.mount}never-was.json`,
      `${site.mount}empty`,
      `${site.mount}sitemap-nothing.xml`,
      `${site.mount}~share/dead-key/`,
      `${site.mount}~share/dead-key/guide/install`,
      `${site.mount}~other`,
      `${site.mount}~file/a/b/c/d`,
      `${site.mount}~search?q=a`,
      `/sites/${organization}/other/`,
      `/sites/${organization}/unknown/guide`,
      "/sites/nobody/site/",
      "/sites/nobody/site",
      unpublished.mount,
      `${unpublished.mount}guide/install`
    ]
    for (const path of paths) {
      const answer = await stage.ask(path)
      assert.deepStrictEqual([answer.status, answer.text], [404, never.text], path)
      assert.deepStrictEqual(comparable(answer), comparable(never), path)
    }
  })

  it("what is deleted, is not there at once (rule published-absence)", async () => {
    const gone = await Stage.site(stage)
    const path = `${gone.mount}guide/install`
    assert.strictEqual((await stage.ask(path)).status, 200)
    await stage.api.run(as(gone.admin)(Effect.flatMap(Spaces.Spaces, (spaces) => spaces.remove(gone.id))))
    assert.strictEqual((await stage.ask(path)).status, 404)
  })

  it.each([
    "%00",
    "guide%00",
    "%",
    "%zz",
    "%c0%ae%c0%ae/",
    "../../../v1/user",
    "%2e%2e/%2e%2e/%2e%2e/v1/user",
    "..%2f..%2f..%2fv1/user",
    "..\\..\\v1\\user",
    "guide\\install",
    "guide%5cinstall",
    "guide/./install",
    "guide/%2e/install",
    "guide%2Finstall",
    "~file/%2e%2e/%2e%2e/%2e%2e/x",
    "~file/%/b/c/d",
    "~share/%/",
    "__proto__",
    "constructor.json",
    `${"a/".repeat(1030)}`,
    "a".repeat(2049)
  ])("a hostile path leads nowhere: %s (rules published-absence and published-mounts)", async (path) => {
    const never = await at("never-was")
    const answer = await at(path)
    assert.deepStrictEqual([answer.status, answer.text], [404, never.text])
    assert.deepStrictEqual(comparable(answer), comparable(never))
  })

  it("the way is never to another host (rule published-spelling)", async () => {
    for (const path of [
      "//evil.test",
      "/evil.test//",
      "https:/evil.test",
      "//evil.test/guide//install",
      "guide//evil.test"
    ]) {
      const answer = await at(path)
      const location = answer.headers["location"] ?? ""
      assert.strictEqual(new URL(location, `http://x${site.mount}${path}`).host, "x", path)
    }
    const long = await at(`?${"a=1&".repeat(3100)}`)
    assert.strictEqual(long.status, 404)
  })

  it("sites and the API do not reach each other (rule published-mounts)", async () => {
    assert.strictEqual((await at("v1/user")).status, 404)
    assert.strictEqual((await stage.ask("/v1/user")).status, 401)
    assert.strictEqual((await at("openapi.json")).status, 404)
    assert.strictEqual((await stage.ask("/openapi.json")).status, 200)
    assert.strictEqual((await stage.ask("/sites")).status, 404)
    assert.include((await stage.ask("/sites/a")).text, "RouteNotFound")
  })

  it("site maps name absolute addresses (rule published-sitemap)", async () => {
    const index = await at("sitemap.xml")
    assert.include(index.text, `<loc>${site.published}sitemap-${site.first}.xml</loc>`)
    const first = await at(`sitemap-${site.first}.xml`)
    const found = Array.from(first.text.matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url)
    assert.deepStrictEqual(
      found,
      ["", "guide", "guide/install"].map((path) => `${site.published}${path}`)
    )
    assert.match(first.text, /<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
    assert.include((await at("robots.txt")).text, `Sitemap: ${site.published}sitemap.xml`)
  })

  it("llms.txt lists the texts (rule published-llms)", async () => {
    const lines = ["# Site", "", "## Docs", "", "- [Home](home.md)", "- [Guide](guide.md)"]
    const { text } = await at("llms.txt")
    assert.strictEqual(text, `${lines.join("\n")}\n- [Install it](guide/install.md): How to set up\n`)
  })

  it("sites that are not public are not for search engines (rules published-caching and published-sitemap)", async () => {
    const unlisted = await Stage.site(stage)
    await Stage.update(stage, unlisted, { visibility: "unlisted" })
    for (const path of [
      "",
      "guide/install.json",
      "sitemap.xml",
      "llms.txt",
      "robots.txt",
      `sitemap-${unlisted.first}.xml`
    ]) {
      const answer = await stage.ask(`${unlisted.mount}${path}`)
      assert.strictEqual(answer.headers["x-robots-tag"], "noindex", path)
      assert.notInclude(answer.text, "<loc>")
      assert.notInclude(answer.text, "Sitemap:")
    }
  })
})
