import { SiteScripts } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Embedding, embedding } from "../support/embeddedScripts.ts"
import { engines } from "../support/engine.ts"
import * as Previews from "./previews.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

const host = "docs.example.com"
const policy = "connect-src https://x.test https://*.y.test/a * https: http://z.test 'self'; script-src *"

describe.each(engines(import.meta.url))("scripts of integrations in published pages on %s", (_, engine) => {
  let stage: Stage.Stage
  let site: Stage.Served
  let on: Embedding
  let withoutPolicy: Embedding
  beforeAll(async () => {
    stage = await Stage.open(engine)
    site = await Stage.site(stage)
    await Stage.giveHostname(stage, site, host)
    on = await stage.api.run(embedding(site, { contentSecurityPolicy: policy }))
    withoutPolicy = await stage.api.run(embedding(site))
  })
  afterAll(() => stage.close())

  const choose = (integrations: ReadonlyArray<string>) =>
    Stage.asAdmin(
      stage,
      site
    )(Effect.flatMap(SiteScripts.SiteScripts, (scripts) => scripts.put(site.organization, site.site, { integrations })))

  const read = (path = "/guide/install", headers = {}) => stage.ask(path, { headers: { host, ...headers } })

  /** The addresses of scripts that the page loads from elsewhere. */
  const loadedBy = ({ text }: { readonly text: string }) =>
    Array.from(text.matchAll(/<script src="(http[^"]*)" async><\/script>/g), ([, address]) => address ?? "")

  const directive = (headers: { readonly [name: string]: string }, name: string) =>
    (headers["content-security-policy"] ?? "").split("; ").find((text) => text.startsWith(`${name} `)) ?? ""

  it("loads listed scripts by their exact address, and none before that (rule site-scripts-run)", async () => {
    const before = await read()
    assert.deepStrictEqual(loadedBy(before), [])
    await choose([on.name])
    const page = await read("/guide/install", { "if-none-match": before.headers["etag"] ?? "" })
    assert.strictEqual(page.status, 200)
    const [address = "", ...others] = loadedBy(page)
    assert.deepStrictEqual(others, [])
    assert.include(address, `http://quire.test/integrations/${on.name}/installations/${on.installation}/sites/`)
    const sources = directive(page.headers, "script-src").split(" ").slice(1)
    assert.deepStrictEqual(
      sources.filter((source) => !source.endsWith("/~asset/")).map((source) => source.replace(/^'sha256.*/, "theme")),
      ["theme", address]
    )
    assert.strictEqual(directive(page.headers, "connect-src"), "connect-src 'self' https://x.test https://*.y.test/a")
    for (const kept of ["require-trusted-types-for 'script'", "trusted-types 'none'", "default-src 'none'"]) {
      assert.include(page.headers["content-security-policy"], kept)
    }
    assert.isUndefined(page.headers["set-cookie"])
    const known = await read("/guide/install", { "if-none-match": page.headers["etag"] ?? "" })
    assert.strictEqual(known.status, 304)
    await choose([])
    const after = await read()
    assert.deepStrictEqual([after.text, comparable(after)], [before.text, comparable(before)], "to the byte")
  })

  it("loads none at the address of the server or in a preview (rule site-scripts-run)", async () => {
    const before = await stage.ask(`${site.mount}guide/install`)
    await choose([on.name])
    const after = await stage.ask(`${site.mount}guide/install`)
    assert.deepStrictEqual(loadedBy(after), [])
    assert.deepStrictEqual([after.text, comparable(after)], [before.text, comparable(before)])
    const preview = await Previews.previewAs(stage, site, site.admin, { siteSpace: site.first })
    const inPreview = await read(preview)
    assert.deepStrictEqual([inPreview.status, loadedBy(inPreview)], [200, []])
    assert.notInclude(inPreview.headers["content-security-policy"], on.name)
  })

  it("serves a script at one address with only its integration's policy (rule site-scripts-served)", async () => {
    await choose([on.name])
    const [address = ""] = loadedBy(await read())
    const path = new URL(address).pathname
    const answer = await stage.ask(path)
    assert.strictEqual(answer.status, 200)
    assert.include(answer.text, '"type":"fetch_published_script"')
    const { headers } = answer
    assert.deepStrictEqual(
      ["content-type", "x-content-type-options", "cache-control", "set-cookie", "x-own", "content-security-policy"].map(
        (name) => headers[name]
      ),
      [
        "text/javascript; charset=utf-8",
        "nosniff",
        "public, max-age=3600, immutable",
        undefined,
        undefined,
        `sandbox; frame-ancestors 'none', ${policy}`
      ]
    )
    const head = await stage.ask(path, { method: "HEAD" })
    assert.deepStrictEqual(
      [head.status, head.text, head.headers["content-length"]],
      [200, "", headers["content-length"]]
    )
    assert.strictEqual((await stage.ask(path)).text, answer.text, "it is asked once")
    for (const other of [
      `${path}x`,
      path.slice(0, -1),
      path.replace("/sites/", "/spaces/"),
      path.replace(on.name, `x%2F${on.name}`),
      `${path}/x`,
      `${path}%2F`
    ]) {
      assert.strictEqual((await stage.ask(other)).status, 404, other)
    }
    assert.strictEqual((await stage.ask(path, { headers: { "service-worker": "script" } })).status, 404)
    assert.strictEqual((await stage.ask(path, { method: "POST" })).status, 405)
    assert.strictEqual((await stage.ask(path, { headers: { host } })).status, 404, "at the hostname all is the site's")
  })

  it("serves a script without a policy under the strictest one (rule site-scripts-served)", async () => {
    await choose([withoutPolicy.name])
    const [address = ""] = loadedBy(await read())
    const { headers } = await stage.ask(new URL(address).pathname)
    assert.strictEqual(headers["content-security-policy"], "sandbox; frame-ancestors 'none', default-src 'none'")
  })

  it("omits a script from the next response once it is removed (rules site-scripts-run and published-cache)", async () => {
    await choose([on.name])
    const page = await read()
    const [address = ""] = loadedBy(page)
    await stage.api.run(on.unpublish)
    const after = await read("/guide/install", { "if-none-match": page.headers["etag"] ?? "" })
    assert.deepStrictEqual([after.status, loadedBy(after)], [200, []])
    assert.notInclude(after.headers["content-security-policy"], on.name)
    assert.strictEqual((await stage.ask(new URL(address).pathname)).status, 404)
    await stage.api.run(on.publish())
    const [next = ""] = loadedBy(await read())
    assert.isTrue(next !== "" && next !== address, "another version has another address")
    assert.strictEqual((await stage.ask(new URL(address).pathname)).status, 404)
    assert.strictEqual((await stage.ask(new URL(next).pathname)).status, 200)
    await stage.api.run(on.uninstall)
    assert.deepStrictEqual(loadedBy(await read()), [])
    assert.strictEqual((await stage.ask(new URL(next).pathname)).status, 404)
  })
})
