import { ChangeRequests, OpenApiSpecs, SiteRedirect, SiteRedirects } from "@quire/core"
import { TreeEdit } from "@quire/core/internal"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { described, document, placeholder } from "../support/computed.ts"
import { engines } from "../support/engine.ts"
import { type ComputedSite, computedSite, first, second } from "./computedSite.ts"
import { previewAs } from "./previews.ts"
import * as Stage from "./stage.ts"

const matches = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = ""]) => found)

const search = (text: string): ReadonlyArray<string> =>
  JSON.parse(text).items.map(({ path }: { readonly path: string }) => path)

describe.each(engines(import.meta.url))("sites with computed pages on %s (rule computed-published)", (_, engine) => {
  let stage: Stage.Stage
  let made: ComputedSite
  beforeAll(async () => {
    stage = await Stage.open(engine)
  })
  beforeEach(async () => {
    made = await computedSite(stage)
  })
  afterAll(() => stage.close())

  const describeAs = (text: string) => stage.api.run(made.world.describe(text))

  const at = async (path: string, mount = made.mount) => {
    const answer = await stage.ask(`${mount}${path}`)
    return { status: answer.status, text: answer.text, etag: answer.headers["etag"], to: answer.headers["location"] }
  }

  /** Where the pages of the site are listed without a request for one of them. */
  const listings = async (mount = made.mount) => {
    const base = made.published.replace(made.mount, "")
    const [map, llms, home] = [
      await at(`sitemap-${made.siteSpace}.xml`, mount),
      await at("llms.txt", mount),
      await at("", mount)
    ]
    return {
      map: matches(map.text, /<loc>([^<]*)<\/loc>/g).map((url) => url.replace(`${base}${mount}`, "")),
      llms: matches(llms.text, /\]\(([^)]*)\)/g),
      sidebar: matches(
        /<nav[^>]*class="[^"]*toc[\s\S]*?<\/nav>/.exec(home.text)?.[0] ?? home.text,
        /<a[^>]*href="([^"#]*)"/g
      )
    }
  }

  it("lists them in sitemaps, llms.txt and tables of contents", async () => {
    const before = await listings()
    assert.deepStrictEqual(before.map, ["", "pets", "stores", "last"])
    assert.deepStrictEqual(before.llms, ["guide.md", "pets.md", "stores.md", "last.md"])
    for (const path of ["pets", "stores"]) assert.include(before.sidebar, path)
    await describeAs(second)
    const after = await listings()
    assert.deepStrictEqual(after.map, ["", "pets", "users", "last"])
    assert.deepStrictEqual(after.llms, ["guide.md", "pets.md", "users.md", "last.md"])
    assert.notInclude(after.sidebar, "stores")
  })

  it("serves them in every form, without cached output of another version", async () => {
    const before = await at("pets")
    assert.include(before.text, '<link rel="alternate" type="text/markdown" href="pets.md">')
    assert.include(before.text, `<link rel="canonical" href="${made.published}pets">`)
    assert.include(before.text, 'id="get_cats"')
    const [text, data] = [await at("pets.md"), await at("pets.json")]
    assert.include(text.text, "## Get cats")
    assert.include(text.text, "`GET /cats`")
    assert.deepInclude(JSON.parse(data.text), { title: "Pets", path: "pets", textPath: "pets" })
    assert.strictEqual(JSON.parse(data.text).next.title, "Stores")
    await describeAs(second)
    const [page, again] = [await at("pets"), await at("pets.md")]
    assert.notInclude(page.text, "get_cats")
    assert.notInclude(again.text, "Get cats")
    assert.notStrictEqual(page.etag, before.etag)
    assert.notStrictEqual(again.etag, text.etag)
    assert.deepStrictEqual([(await at("stores")).status, (await at("stores.md")).status], [404, 404])
    assert.include((await at("users.md")).text, "## Get users")
    await describeAs(first)
    assert.deepStrictEqual((await at("pets.md")).text, text.text)
  })

  it("resolves links from other pages to them while they exist", async () => {
    const linked = async () => matches((await at("guide.md")).text, /\[here\]\(([^)]*)\)/g)
    assert.deepStrictEqual(await linked(), ["pets.md", "pets.md#get_cats", "stores.md"])
    await describeAs(second)
    assert.deepStrictEqual((await linked()).slice(0, 1), ["pets.md"])
    assert.notInclude((await at("guide.md")).text, "stores")
    assert.notInclude((await at("")).text, 'href="stores"')
  })

  it("finds their text in the current version", async () => {
    const found = async (query: string) => search((await at(`~search.json?q=${query}`)).text)
    assert.deepStrictEqual(
      [await found("cats"), await found("stores"), await found("users")],
      [["pets"], ["stores"], []]
    )
    assert.include((await at("~search?q=stores")).text, 'href="stores')
    await describeAs(second)
    assert.deepStrictEqual([await found("cats"), await found("stores"), await found("users")], [[], [], ["users"]])
  })

  it("redirects to them", async () => {
    const { by, organization } = made.world
    const redirect = (source: string, page: string) =>
      stage.api.run(
        Effect.flatMap(SiteRedirects.SiteRedirects, (redirects) =>
          by(
            redirects.create(organization, made.site, {
              source,
              destination: {
                kind: "site-page",
                siteSpaceId: made.siteSpace,
                pageId: SiteRedirect.PageId.make(page)
              }
            })
          )
        ).pipe(Effect.orDie)
      )
    await redirect("/animals", made.pets)
    await redirect("/shops", made.stores)
    assert.deepStrictEqual([(await at("animals")).to, (await at("shops")).to], ["./pets", "./stores"])
    await describeAs(second)
    assert.deepStrictEqual([(await at("animals")).to, (await at("shops")).status], ["./pets", 404])
    await describeAs(first)
    assert.strictEqual((await at("shops")).to, "./stores")
  })

  it("expands a recursive model on the page of models (rule published-operations)", async () => {
    const description = JSON.parse(described({ Pets: ["pets"] }))
    const schema = { $ref: "#/components/schemas/Pet" }
    const answers = { 200: { description: "done", content: { "application/json": { schema } } } }
    description.paths["/pets"].get.responses = answers
    description.components = { schemas: { Pet: { type: "object", properties: { parent: schema } } } }
    await describeAs(JSON.stringify(description))
    const link = /<a class="api-type"[^>]*href="([^"]*)"/.exec((await at("pets")).text)?.[1]
    assert.strictEqual(link, "models#model-pet")
    const models = (await at("models")).text
    assert.include(models, 'id="model-pet"')
    assert.include(models, 'href="#model-pet"')
  })

  it("shows pages of a private description, but never the description (rule spec-visibility)", async () => {
    await describeAs(JSON.stringify({ ...JSON.parse(first), "x-internal": "zqinternal" }))
    const { by, organization } = made.world
    const update = (visibility: "private" | "public") =>
      stage.api.run(
        Effect.flatMap(OpenApiSpecs.OpenApiSpecs, (specs) =>
          by(specs.update(organization, "shop", { visibility }))
        ).pipe(Effect.orDie)
      )
    const { id, urls } = await update("public")
    const address = new URL(urls.published ?? assert.fail("a public spec has an address")).pathname
    assert.include((await stage.ask(address)).text, "zqinternal")
    await update("private")
    for (const path of ["", "pets", "pets.md", "pets.json", "stores", "llms.txt", "~search.json?q=pets"]) {
      const { status, text } = await at(path)
      assert.strictEqual(status, 200, path)
      for (const part of ["zqinternal", "/specs/", String(id)]) assert.notInclude(text, part, path)
    }
    assert.include((await at("pets")).text, "Get cats")
    const refused = await stage.ask(address)
    assert.deepStrictEqual([refused.status, refused.text.includes("zqinternal")], [404, false])
  })

  it("previews current and proposed computed pages", async () => {
    const { by, edit, insert } = made.world
    const served = { ...made.world, site: made.site }
    const request = await stage.api.run(
      Effect.flatMap(ChangeRequests.ChangeRequests, (requests) => by(requests.create(made.docs, {}))).pipe(Effect.orDie)
    )
    const target = { space: made.docs, changeRequest: request.id }
    const move = edit(target, (draft, root, now) => TreeEdit.move(draft, root, { page: "c", parent: null, at: 2, now }))
    await stage.api.run(move)
    await stage.api.run(insert(target, [document("n", "New"), placeholder("d", "shop", "other")]))
    const [site, proposed] = [
      await previewAs(stage, served, served.reader, { siteSpace: made.siteSpace }),
      await previewAs(stage, served, served.reader, { siteSpace: made.siteSpace, changeRequest: `${request.number}` })
    ]
    const told = async (mount: string) => (await listings(mount)).llms
    assert.deepStrictEqual(await told(site), ["guide.md", "pets.md", "stores.md", "last.md"])
    assert.deepStrictEqual(await told(proposed), [
      "guide.md",
      "last.md",
      "pets.md",
      "stores.md",
      "new.md",
      "pets-2.md",
      "stores-2.md"
    ])
    const found = async (query: string) => search((await at(`~search.json?q=${query}`, proposed)).text)
    assert.deepStrictEqual([await found("cats"), await found("users")], [["pets"], []])
    for (const path of ["pets", "pets-2"]) assert.include((await at(path, proposed)).text, 'id="get_cats"')
    await describeAs(second)
    assert.deepStrictEqual(await told(site), ["guide.md", "pets.md", "users.md", "last.md"])
    assert.deepStrictEqual(await told(proposed), [
      "guide.md",
      "last.md",
      "pets.md",
      "users.md",
      "new.md",
      "pets-2.md",
      "users-2.md"
    ])
    assert.deepStrictEqual([await found("cats"), await found("users")], [[], ["users"]])
    assert.notInclude((await at("pets", proposed)).text, 'id="get_cats"')
    assert.deepStrictEqual([(await at("stores", site)).status, (await at("stores", proposed)).status], [404, 404])
  })
})
