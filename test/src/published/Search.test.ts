import { SitePreviews, Sites } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import * as Stage from "./stage.ts"

describe.each(engines(import.meta.url))("a published site on %s", (_, engine) => {
  let stage: Stage.Stage
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(engine)
    site = await Stage.site(stage)
  })
  afterAll(() => stage.close())

  const find = async (query: string) => {
    const answer = await stage.ask(`${site.mount}~search.json?q=${encodeURIComponent(query)}`)
    return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) }
  }

  it("returns search results at its address (rules published-search and search-prefix)", async () => {
    const { body, headers, status } = await find("penguin")
    assert.strictEqual(status, 200)
    assert.strictEqual(headers["x-robots-tag"], "noindex")
    assert.strictEqual(body.count, 1)
    const [item] = body.items
    assert.deepInclude(item, { object: "search-result", id: site.install, title: "Install it", path: "guide/install" })
    assert.deepStrictEqual(item.sections, [
      { title: "On Linux", path: "guide/install#on-linux", body: item.sections[0].body }
    ])
    assert.include(item.sections[0].body, "penguin")
    for (const { path } of body.items) assert.strictEqual((await stage.ask(`${site.mount}${path}`)).status, 200)
    assert.deepStrictEqual((await find("peng")).body, body)
    assert.deepStrictEqual((await find("welcome")).body.items[0].path, "")
    assert.deepStrictEqual((await find("xylophone")).body, { items: [], count: 0, matched: [] })
    for (const query of ["", " ", "x".repeat(513)]) {
      const refused = await find(query)
      assert.strictEqual(refused.status, 400)
      assert.include(refused.body.error.message, "query")
    }
  })

  it("returns a preview before it is published (rules published-preview and publication-preview)", async () => {
    const preview = (siteId = site.site) =>
      Stage.asAdmin(
        stage,
        site
      )(
        Effect.flatMap(SitePreviews.SitePreviews, (previews) =>
          Effect.orDie(previews.get(site.organization, siteId, {}))
        )
      )
    const { pathname } = new URL((await preview()).url)
    await Stage.asAdmin(
      stage,
      site
    )(Effect.flatMap(Sites.Sites, (sites) => Effect.orDie(sites.unpublish(site.organization, site.site))))
    assert.strictEqual((await stage.ask(site.mount)).status, 404)
    const home = await stage.ask(pathname)
    assert.strictEqual(home.status, 200)
    assert.include(home.text, "<title>Home | Site</title>")
    assert.strictEqual(home.headers["cache-control"], "private, no-store")
    assert.strictEqual(home.headers["x-robots-tag"], "noindex")
    assert.strictEqual((await stage.ask(`${pathname}guide/install.json`)).status, 200)
    assert.strictEqual((await stage.ask(`${pathname}~search.json?q=penguin`)).status, 200)
    const forged = pathname.replace(/~preview\/[^/]+/, "~preview/forged")
    assert.strictEqual((await stage.ask(forged)).status, 404)
    const others = pathname.replace(site.mount, `${site.mount.replace(/[^/]+\/$/, "")}other/`)
    assert.strictEqual((await stage.ask(others)).status, 404)
  })
})
