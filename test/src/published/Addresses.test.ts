import { Sites, Spaces } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { as, engines } from "../support/engine.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

const html = "text/html; charset=utf-8"

/** A page without the paths of what it loads, which depend on its depth. */
const told = (text: string) => text.replace(/"(?:\.{0,2}\/|site\/)*(~asset[^"]*)"/g, '"$1"')

/** The headers of a page that hang neither on its length nor on what is compared. */
const alike = (answer: Parameters<typeof comparable>[0]) => {
  const { "content-length": _, ...headers } = comparable(answer)
  return headers
}

describe.each(engines(import.meta.url))("addresses of published sites on %s", (_, engine) => {
  let stage: Stage.Stage
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(engine)
    site = await Stage.site(stage)
  })
  afterAll(() => stage.close())

  const at = (path: string, asked?: Parameters<Stage.Stage["ask"]>[1]) => stage.ask(`${site.mount}${path}`, asked)

  it.each([
    ["", html, "<!DOCTYPE html>"],
    ["home.md", "text/markdown; charset=utf-8", "# Home\n"],
    ["guide/install", html, "<!DOCTYPE html>"],
    ["~search?q=penguin", html, "<!DOCTYPE html>"],
    ["guide/install.md", "text/markdown; charset=utf-8", "# Install it\n\nHow to set up\n\nRun"],
    ["guide/install.md?x=1", "text/markdown; charset=utf-8", "# Install it\n"],
    ["guide/install.json", "application/json", '{"object":"published-page"'],
    ["robots.txt", "text/plain; charset=utf-8", "User-agent: *\nDisallow: /*~pdf\n"],
    ["sitemap.xml", "application/xml; charset=utf-8", '<?xml version="1.0"'],
    ["llms.txt", "text/plain; charset=utf-8", "# Site\n"]
  ])(
    "serves %s with cache headers and revalidation (rules published-forms, published-mounts and published-caching)",
    async (path, type, start) => {
      const answer = await at(path)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers["content-type"], type)
      assert.isTrue(answer.text.startsWith(start), answer.text)
      assert.strictEqual(answer.headers["content-length"], String(answer.bytes.length))
      assert.strictEqual(answer.headers["cache-control"], "public, max-age=0, must-revalidate")
      assert.strictEqual(answer.headers["referrer-policy"], "same-origin")
      assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
      const policy = answer.headers["content-security-policy"] ?? ""
      if (type === html) assert.include(policy, "require-trusted-types-for 'script'; trusted-types 'none'")
      else assert.strictEqual(policy, "default-src 'none'; frame-ancestors 'none'")
      assert.strictEqual(answer.headers["x-robots-tag"], path.startsWith("~search") ? "noindex" : undefined)
      assert.notInclude(answer.headers["vary"] ?? "", "cookie")
      const again = await at(path, { headers: { "if-none-match": answer.headers["etag"] ?? "" } })
      assert.deepStrictEqual([again.status, again.text, again.headers["etag"]], [304, "", answer.headers["etag"]])
      assert.strictEqual(again.headers["cache-control"], answer.headers["cache-control"])
      const head = await at(path, { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      assert.deepStrictEqual(comparable(head), comparable(answer))
    }
  )

  it("states on a page the address of its text and its metadata (rule published-forms)", async () => {
    const { text } = await at("guide/install")
    assert.include(text, '<link rel="alternate" type="text/markdown" href="install.md">')
    assert.include(text, `<link rel="canonical" href="${site.published}guide/install">`)
    assert.include(text, "<title>Install it | Site</title>")
    assert.include(text, "Use the penguin package.")
  })

  it("loads page resources from addresses that browsers cache (rules published-assets and published-policy)", async () => {
    const { headers, text } = await at("guide/install")
    const links = Array.from(text.matchAll(/(?:href|src)="(\.\.\/~asset\/[^"]+)"/g), ([, link = ""]) => link)
    const kinds = { svg: "image/svg+xml", css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8" }
    assert.deepStrictEqual(
      links.map((link) => link.split(".").at(-1)),
      Object.keys(kinds)
    )
    for (const [index, type] of Object.values(kinds).entries()) {
      const { pathname } = new URL(links[index] ?? "", `http://x${site.mount}guide/install`)
      const answer = await stage.ask(pathname)
      assert.deepStrictEqual([answer.status, answer.headers["content-type"]], [200, type])
      assert.strictEqual(answer.headers["cache-control"], "public, max-age=31536000, immutable")
      const other = await stage.ask(pathname.replace(/[\w-]+(\.\w+)$/, "before$1"))
      assert.deepStrictEqual(
        [other.text, other.headers["cache-control"]],
        [answer.text, "public, max-age=0, must-revalidate"]
      )
    }
    assert.include(headers["content-security-policy"], `style-src ${new URL(stage.url).host}${site.mount}~asset/ `)
    for (const path of ["~asset/x/y.css", `~asset/${site.first}/y.html`, "~asset/all/y.svg", "~asset/x"]) {
      assert.strictEqual((await at(path)).status, 404, path)
    }
  })

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip", "gzip"]
  ])("compresses responses to %s with a separate validator (rule published-encoding)", async (accepted, encoding) => {
    for (const path of ["guide/install", "guide/install.json"]) {
      const plain = await at(path)
      const headers = { "accept-encoding": accepted }
      const zipped = await at(path, { headers })
      assert.strictEqual(zipped.headers["content-encoding"], encoding)
      assert.strictEqual(zipped.headers["vary"], "accept-encoding")
      assert.strictEqual(zipped.headers["content-length"], String(zipped.bytes.length))
      assert.notStrictEqual(zipped.headers["etag"], plain.headers["etag"])
      assert.isBelow(zipped.bytes.length, plain.bytes.length)
      const head = await at(path, { method: "HEAD", headers })
      assert.deepStrictEqual([head.headers["content-length"], head.text], [zipped.headers["content-length"], ""])
      const again = (etag = "") => at(path, { headers: { ...headers, "if-none-match": etag } })
      const known = await again(zipped.headers["etag"])
      assert.deepStrictEqual([known.status, known.headers["vary"]], [304, "accept-encoding"])
      assert.strictEqual((await again(plain.headers["etag"])).status, 200)
    }
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
  ])("redirects %s (rule published-spelling)", async (path, status, location) => {
    const answer = await at(path)
    assert.deepStrictEqual([answer.status, answer.headers["location"]], [status, location])
    assert.strictEqual(answer.headers["cache-control"], "no-cache")
    const url = new URL(location, `http://x${site.mount}${path}`)
    const next = await stage.ask(`${url.pathname}${url.search}`)
    assert.strictEqual(next.status, 200, url.pathname)
  })

  it("redirects other spellings of the mount to the mount (rules published-mounts and published-spelling)", async () => {
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

  it.each(["POST", "PUT", "PATCH", "DELETE"])("refuses %s (rule published-forms)", async (method) => {
    for (const path of ["", "guide/install.md", "nothing", "robots.txt"]) {
      const answer = await at(path, { method })
      assert.deepStrictEqual([answer.status, answer.headers["allow"]], [405, "GET, HEAD"])
    }
  })

  it("returns the same bytes for everything that does not exist (rule published-absence)", async () => {
    const never = { page: await stage.ask("/sites/unknown/site/"), other: await at("never-was.md") }
    assert.deepStrictEqual([never.page.status, never.other.status], [404, 404])
    const [, , organization = ""] = site.mount.split("/")
    const unpublished = await Stage.site(stage)
    await Stage.asAdmin(
      stage,
      unpublished
    )(Effect.flatMap(Sites.Sites, (sites) => sites.unpublish(unpublished.organization, unpublished.site)))
    const paths = [
      `${site.mount}never-was.md`,
      `${site.mount}never-was.json`,
      `${site.mount}sitemap-nothing.xml`,
      `${site.mount}~share/dead-key/`,
      `${site.mount}~share/dead-key/guide/install`,
      `${site.mount}~other`,
      `${site.mount}~file/a/b/c/d`,
      `/sites/${organization}/other/`,
      `/sites/${organization}/unknown/guide`,
      "/sites/unknown/site/",
      "/sites/unknown/site",
      unpublished.mount,
      `${unpublished.mount}guide/install`,
      `${unpublished.mount}guide/install.md`,
      `${unpublished.mount}~search?q=a`
    ]
    for (const path of paths) {
      const answer = await stage.ask(path)
      const same = answer.text.startsWith("<") ? never.page : never.other
      assert.deepStrictEqual([answer.status, told(answer.text)], [404, told(same.text)], path)
      assert.deepStrictEqual(alike(answer), alike(same), path)
    }
  })

  it("returns a page of the site for unknown pages below it (rule published-absence)", async () => {
    const never = await at("never-was")
    assert.include(never.text, "<title>Page not found | Site</title>")
    for (const path of ["never-is", "empty", "constructor", "a/b/c"]) {
      const answer = await at(path)
      assert.strictEqual(answer.status, 404, path)
      assert.strictEqual(answer.headers["x-robots-tag"], "noindex")
      assert.deepStrictEqual(alike(answer), alike(never), path)
    }
    assert.include((await at("old/install")).text, '<a href="../guide/install" dir="auto">Install it</a>')
  })

  it("returns not found immediately after a deletion (rule published-absence)", async () => {
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
  ])("leads nowhere for a hostile path: %s (rules published-absence and published-mounts)", async (path) => {
    const [program, page] = [await at("never-was.md"), await at("never-was")]
    const answer = await at(path)
    assert.strictEqual(answer.status, 404)
    const isPage = answer.headers["content-type"] === html
    assert.deepStrictEqual(alike(answer), alike(isPage ? page : program))
    if (!isPage) assert.strictEqual(answer.text, program.text)
    else assert.include(answer.text, "<title>Page not found | Site</title>")
  })

  it("redirects to no other host (rule published-spelling)", async () => {
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

  it("keeps sites and the API apart (rule published-mounts)", async () => {
    assert.strictEqual((await at("v1/user")).status, 404)
    assert.strictEqual((await stage.ask("/v1/user")).status, 401)
    assert.strictEqual((await at("openapi.json")).status, 404)
    assert.strictEqual((await stage.ask("/openapi.json")).status, 200)
    assert.strictEqual((await stage.ask("/sites")).status, 404)
    assert.include((await stage.ask("/sites/a")).text, "RouteNotFound")
  })

  it("lists absolute addresses in sitemaps (rule published-sitemap)", async () => {
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

  it("lists the text pages in llms.txt (rule published-llms)", async () => {
    const lines = ["# Site", "", "## Docs", "", "- [Home](home.md)", "- [Guide](guide.md)"]
    const { text } = await at("llms.txt")
    assert.strictEqual(text, `${lines.join("\n")}\n- [Install it](guide/install.md): How to set up\n`)
  })

  it("excludes search engines from sites that are not public (rules published-caching and published-sitemap)", async () => {
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
