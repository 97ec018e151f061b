import { type Publications, PublishingAuths, ShareLinks, VisitorToken } from "@quire/core"
import { Quire } from "@quire/http"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import { listen } from "../support/mounted.ts"
import { type Answer, type Asked, ask, comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

const hostname = "mounted.example.com"
const far = 4_000_000_000

/** What is the same, to the byte; that nothing follows, an answer without a body may say in two ways. */
const whole = (answer: Answer) => {
  const { "content-length": length = "0", "transfer-encoding": _, ...headers } = comparable(answer)
  return { status: answer.status, headers: { ...headers, length }, bytes: answer.bytes.toString("latin1") }
}

describe.each(engines(import.meta.url))("published sites without the API, mounted by a host, on %s", (_, engine) => {
  let stage: Stage.Stage
  let host: Awaited<ReturnType<typeof listen>>
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(engine)
    const answer = Quire.toNodeHandler(stage.api.reader)
    host = await listen((request, response) => void answer(request, response))
    site = await Stage.site(stage)
    await Stage.giveHostname(stage, site, hostname)
  })
  afterAll(async () => {
    await host.close()
    await stage.close()
  })

  /** Asks the server and the host, which must answer alike. */
  const both = async (path: string, { headers = {}, method = "GET" }: Asked = {}): Promise<Answer> => {
    const asked = { method, headers: { host: "quire.test", ...headers } }
    const [served, mounted] = [await stage.ask(path, asked), await ask(host.url, path, asked)]
    assert.deepStrictEqual(whole(mounted), whole(served), `${method} ${path}`)
    return mounted
  }

  /** The addresses of everything that a page loads and leads to. */
  const addressesIn = (text: string) => [...text.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, url = ""]) => url)

  it("returns the same as the server (rules published-mounts and published-forms)", async () => {
    const page = await both(`${site.mount}guide/install`)
    assert.strictEqual(page.status, 200)
    const root = new URL(`${site.mount}guide/install`, host.url)
    const paths = [
      ...addressesIn(page.text).map((url) => new URL(url, root)),
      ...["", "guide/install.md", "guide/install.json", "sitemap.xml", "robots.txt", "llms.txt", "~search?q=install"]
        .concat(["~search.json?q=install", "~search.json?q=", "never-was", "never-was.md", "guide//install", "%C3%28"])
        .concat(["guide%2Finstall", "~asset/a/b.css", "~share/none/guide", "a".repeat(2100)])
        .map((path) => new URL(`${site.mount}${path}`, host.url))
    ]
    const statuses = new Set<number>()
    for (const { origin, pathname, search } of paths.filter((url) => url.origin === host.url)) {
      assert.strictEqual(origin, host.url)
      for (const headers of [{}, { "accept-encoding": "gzip" }]) {
        const { headers: given, status } = await both(pathname + search, { headers })
        statuses.add(status)
        if (given["etag"] === undefined) continue
        const known = await both(pathname + search, { headers: { ...headers, "if-none-match": given["etag"] } })
        assert.strictEqual(known.status, 304, pathname)
        await both(pathname + search, { headers, method: "HEAD" })
      }
    }
    assert.sameMembers([...statuses], [200, 202, 308, 400, 404])
    const images = [...(await both(`${site.mount}guide/install.md`)).text.matchAll(/~file\/[^)]+/g)]
    assert.isNotEmpty(images)
    for (const [path] of images) assert.strictEqual((await both(site.mount + path)).status, 200)
  })

  it("refuses the same as the server (rule published-forms)", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      assert.strictEqual((await both(`${site.mount}guide`, { method })).status, 405)
      assert.strictEqual((await both("/guide", { method, headers: { host: hostname } })).status, 405)
      const page = await both(`${site.mount}guide`, { method, headers: { accept: "text/html" } })
      assert.include(page.text, "<h1>Method not allowed</h1>")
    }
  })

  it("serves hostnames (rule published-hostnames)", async () => {
    for (const path of ["/", "/guide/install", "/v1/user", "/openapi.json", "//guide//install", "/%", site.mount]) {
      await both(path, { headers: { host: hostname } })
    }
    const { text } = await both("/", { headers: { host: hostname } })
    assert.include(text, "<title>Home | Site</title>")
  })

  it("serves nothing of the API (rule published-mounts)", async () => {
    for (const path of [
      "/",
      "/v1/user",
      "/healthz",
      "/openapi.json",
      "/docs",
      "/sign-in",
      "/files/a/b/c/d",
      "/sites"
    ]) {
      const answer = await ask(host.url, path)
      assert.deepStrictEqual([answer.status, JSON.parse(answer.text).error.reason], [404, "RouteNotFound"], path)
      assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
      const page = await ask(host.url, path, { headers: { accept: "text/html" } })
      assert.deepStrictEqual([page.status, page.text.includes("<h1>Page not found</h1>")], [404, true], path)
    }
  })

  it("accepts keys and tokens, and sets cookies (rule published-visitors)", async () => {
    const visited = await Stage.site(stage)
    const admin = Stage.asAdmin(stage, visited)
    await Stage.update(stage, visited, { visibility: "share-link" })
    const links = Effect.flatMap(ShareLinks.ShareLinks, (each) =>
      each.create(visited.organization, visited.site, { name: "Press" })
    )
    const { urls } = await admin(links)
    const shared = new URL(urls.published ?? "").pathname
    for (const path of [shared, shared.slice(0, -1), `${shared}Guide/install`, visited.mount]) await both(path)
    await Stage.update(stage, visited, { visibility: "visitor-auth" })
    const auths = Effect.flatMap(PublishingAuths.PublishingAuths, (each) =>
      each.update(visited.organization, visited.site, { fallbackURL: "https://id.example.com/in" })
    )
    const { privateKey } = await admin(auths)
    const token = VisitorToken.sign({ exp: far }, privateKey)
    const first = await both(`${visited.mount}guide?q=1&jwt_token=${token}`)
    assert.strictEqual(first.status, 303)
    assert.include(first.headers["set-cookie"] ?? "", `Path=${visited.mount};`)
    const cookie = (first.headers["set-cookie"] ?? "").split(";", 1).join()
    assert.strictEqual((await both(`${visited.mount}guide`, { headers: { cookie } })).status, 200)
    assert.strictEqual((await both(`${visited.mount}guide`)).status, 303)
    assert.strictEqual((await both(`${visited.mount}guide.md`)).status, 401)
    assert.strictEqual((await both(`${visited.mount}guide?jwt_token=none`)).status, 401)
  })
})

describe("a host that mounts published sites below a path", () => {
  const base = "https://acme.example/help"
  const lines: Array<string> = []
  let quire: Quire.Quire
  let path = ""
  let open: Publications.Publication | undefined
  let privateKey = ""
  beforeAll(async () => {
    quire = await Quire.open({
      upkeep: "off",
      store: { kind: "memory" },
      baseUrl: base,
      logger: (line) => void lines.push(line)
    })
    const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    const as = quire.as(id)
    const { id: organization } = await as.organizations.create({ title: "Acme" })
    const { id: space } = await as.spaces.create(organization, { title: "Guide", editMode: "live" })
    const bytes = new TextEncoder().encode("# Welcome\n\nRead on.\n")
    const source = { source: "markdown", contentType: undefined, url: "file:///a.md", name: "welcome.md" } as const
    await as.imports.bytesIntoSpace(space, { ...source, bytes })
    await as.spaces.update(space, { editMode: "locked" })
    const { id: site } = await as.sites.create(organization, { title: "Guide", visibility: "visitor-auth" })
    await as.siteSpaces.create(organization, site, { spaceId: space })
    const auth = await as.publishingAuths.update(organization, site, { fallbackURL: "https://id.example.com/in" })
    privateKey = auth.privateKey
    const { urls } = await as.sites.publish(organization, site)
    path = new URL(urls.published ?? "").pathname
    open = await quire.system.publications.open(
      { _tag: "Site", site },
      { token: VisitorToken.sign({ exp: far }, privateKey) }
    )
  })
  afterAll(() => quire.close())

  const read = (url: string, headers: Record<string, string> = {}) => quire.reader(new Request(url, { headers }))
  const cookie = () => `quire-visitor-token=${VisitorToken.sign({ exp: far }, privateKey)}`

  it("may keep or remove the path in requests (rule published-mounts)", async () => {
    assert.isTrue(path.startsWith("/help/sites/"))
    const urls = [path, path.slice("/help".length)].map((each) => `https://acme.example${each}`)
    const [kept = "", taken = ""] = await Promise.all(
      urls.map(async (url) => {
        const answer = await read(url, { cookie: cookie() })
        assert.strictEqual(answer.status, 200, url)
        return answer.text()
      })
    )
    assert.strictEqual(kept, taken)
    assert.include(kept, `<link rel="canonical" href="${open?.seen.url}">`)
    assert.strictEqual(open?.seen.url, `https://acme.example${path}`)
    const [asset = ""] = /~asset\/[^"]+\.css/.exec(kept) ?? []
    const answer = await read(`https://acme.example${path}`, { cookie: cookie() })
    assert.include(answer.headers.get("content-security-policy"), ` acme.example${path}~asset/`)
    assert.strictEqual((await read(`https://acme.example${path}${asset}`, { cookie: cookie() })).status, 200)
    const { status } = await read(`https://acme.example/help/v1/user`)
    assert.strictEqual(status, 404)
  })

  it("sets cookies for the public path, and redirects relatively (rules published-visitors and published-spelling)", async () => {
    const token = VisitorToken.sign({ exp: far }, privateKey)
    for (const url of [path, path.slice("/help".length)]) {
      const answer = await read(`https://acme.example${url}welcome?jwt_token=${token}`)
      assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, "./welcome"])
      const [given = "", ...others] = answer.headers.getSetCookie()
      assert.isEmpty(others)
      assert.match(given, /HttpOnly; SameSite=Lax; Secure$/)
      assert.include(given, `Path=${path};`)
    }
    const spelled = await read(`https://acme.example${path.replace("/sites/", "/sites//")}`, { cookie: cookie() })
    assert.strictEqual(spelled.status, 308)
    const url = new URL(
      spelled.headers.get("location") ?? "",
      `https://acme.example${path.replace("/sites/", "/sites//")}`
    )
    assert.strictEqual(url.pathname, path)
  })

  it("logs no token", async () => {
    const token = VisitorToken.sign({ exp: far, name: "canary" }, privateKey)
    await read(`https://acme.example${path}?jwt_token=${token}`, { "x-request-id": token.slice(0, 100) })
    assert.isNotEmpty(lines)
    assert.isEmpty(lines.filter((line) => line.includes(token)))
    assert.isTrue(lines.some((line) => line.includes('"route":"/sites/{organization}/{basename}/*"')))
  })

  it("gets an error after the engine is closed", async () => {
    const other = await Quire.open({ upkeep: "off", store: { kind: "memory" }, baseUrl: base })
    await other.close()
    const [error] = await other.reader(new Request(base)).then(
      () => [undefined],
      (error: unknown) => [error]
    )
    assert.isTrue(Quire.isQuireError(error, "closed"))
  })
})
