import { ChangeRequests, ContentTokens, Customizations, Merging, PublishedLookups, Sites } from "@quire/core"
import { Effect, Option } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { png } from "../support/docs.ts"
import { as, engines } from "../support/engine.ts"
import { edit, type Proposed, previewAs, propose } from "./previews.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

/** The targets of links of a page, and of what it loads. */
const linksOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/\s(?:href|src|action)="([^"]+)"/g), ([, link = ""]) => link.replaceAll("&amp;", "&"))

describe.each(engines(import.meta.url))("previews of change requests on %s", (_, engine) => {
  let stage: Stage.Stage
  let site: Stage.Served
  let request: Proposed
  let mount: string
  beforeAll(async () => {
    stage = await Stage.open(engine)
    site = await Stage.site(stage)
    request = await propose(
      stage,
      site,
      site.id,
      [
        {
          operation: "update_page",
          page: site.install,
          title: "Set it up",
          slug: "setup",
          document: { markdown: "Open the window.\n\n## On glass\n\nMind the edges. See [the top](/pages/none)." }
        },
        { operation: "insert_page", title: "Upgrade", document: { markdown: "Wholly proposed." } }
      ],
      "Windows <i>everywhere</i>"
    )
    mount = await previewAs(stage, site, site.reader, { siteSpace: site.first, changeRequest: `${request.number}` })
  })
  afterAll(() => stage.close())

  const ask = (path: string) => stage.ask(`${mount}${path}`)

  it("shows the site with the proposed content, in every form (rule publication-preview-request)", async () => {
    assert.match(mount, new RegExp(`^${site.mount}~preview/[\\w.-]+/~changes/${site.id}/1/$`))
    const page = await ask("guide/setup")
    assert.strictEqual(page.status, 200)
    assert.include(page.text, "Open the window.")
    assert.notInclude(page.text, "penguin")
    assert.include((await ask("guide/setup.md")).text, "Open the window.")
    assert.include((await ask("guide/setup.json")).text, "Open the window.")
    assert.include((await ask("llms.txt")).text, "Upgrade")
    const home = await ask("")
    assert.include(home.text, ">Upgrade<")
    assert.include((await ask("upgrade")).text, "Wholly proposed.")
    const moved = await stage.ask(`${mount}guide/install`)
    assert.deepStrictEqual([moved.status, moved.headers["location"]], [308, "../guide/setup"])
    const gone = await ask("never-was")
    assert.strictEqual(gone.status, 404)
    assert.include(gone.text, "preview-banner")
    assert.include((await stage.ask(`${site.mount}guide/install`)).text, "penguin")
    assert.strictEqual((await stage.ask(`${site.mount}upgrade`)).status, 404)
  })

  it("states on every page that it is a preview, with a link back, and links within the preview only (rule published-preview)", async () => {
    for (const path of ["", "guide/setup", "upgrade", "never-was", "~search?q=guide"]) {
      const { headers, text } = await ask(path)
      const [banner = ""] = /<aside class="preview-banner".*?<\/aside>/.exec(text) ?? []
      assert.include(banner, "Change request #1", path)
      assert.include(banner, "<bdi>Windows &lt;i&gt;everywhere&lt;/i&gt;</bdi>", path)
      assert.include(banner, `/s/${site.id}/cr/1" rel="noreferrer"`)
      assert.include(banner, `href="${site.published}" rel="noreferrer"`)
      assert.include(text, '<meta name="robots" content="noindex">', path)
      assert.strictEqual(headers["x-robots-tag"], "noindex", path)
      assert.strictEqual(headers["cache-control"], "private, no-store", path)
      for (const link of linksOf(text.replace(banner, "").replace(/<link rel="canonical"[^>]*>/, ""))) {
        if (/^(?:[a-z]+:|#)/.test(link)) continue
        const { pathname } = new URL(link, `http://x${mount}${path}`)
        assert.isTrue(pathname.startsWith(mount), `${path}: ${link}`)
        assert.isBelow((await stage.ask(pathname)).status, 400, `${path}: ${link}`)
      }
    }
    const { text } = await ask("")
    for (const link of linksOf(text).filter((each) => each.includes("~asset/"))) {
      const { headers, status } = await stage.ask(new URL(link, `http://x${mount}`).pathname)
      assert.deepStrictEqual([status, headers["cache-control"]], [200, "private, no-store"], link)
    }
    assert.include((await ask("")).headers["content-security-policy"] ?? "", `${mount}~asset/`)
    const slashed = await stage.ask(mount.replace(/\/$/, ""))
    assert.deepStrictEqual([slashed.status, slashed.headers["location"]], [308, "./1/"])
  })

  it("searches published text, with the titles and paths of the request (rule publication-preview-search)", async () => {
    const found = async (query: string) => JSON.parse((await ask(`~search.json?q=${query}`)).text)
    const { count, items } = await found("penguin")
    assert.strictEqual(count, 1)
    assert.deepInclude(items[0], { title: "Set it up", path: "guide/setup", sections: [] })
    assert.strictEqual((await found("window")).count, 0)
    const [home] = (await found("welcome")).items
    assert.include(home.sections[0].body, "Welcome")
  })

  it("shows an edit in the next response, also of the subject (rule publication-preview-request)", async () => {
    const before = await ask("upgrade")
    await edit(stage, site, request, [
      { operation: "insert_page", title: "Later", document: { markdown: "Even newer." } }
    ])
    assert.include((await ask("later")).text, "Even newer.")
    assert.notStrictEqual((await ask("upgrade")).headers["etag"], before.headers["etag"])
    const known = { headers: { "if-none-match": (await ask("later")).headers["etag"] ?? "" } }
    assert.strictEqual((await stage.ask(`${mount}later`, known)).status, 304)
    await Stage.asAdmin(
      stage,
      site
    )(
      Effect.flatMap(ChangeRequests.ChangeRequests, (requests) =>
        requests.update(site.id, request.id, { subject: "Doors" })
      )
    )
    assert.include((await stage.ask(`${mount}later`, known)).text, "<bdi>Doors</bdi>")
  })

  it("serves the files of the site (rules published-files and published-preview)", async () => {
    const [path = ""] = /~file\/[^)]+/.exec((await stage.ask(`${site.mount}guide/install.md`)).text) ?? []
    const { bytes, headers, status } = await ask(path)
    assert.deepStrictEqual([status, [...bytes]], [200, [...png]])
    assert.deepStrictEqual([headers["cache-control"], headers["x-robots-tag"]], ["private, no-store", "noindex"])
  })

  it("returns tokens for its content to other readers (rule publication-lookup)", async () => {
    const base = site.published.replace(site.mount, "")
    const found = await stage.api.run(
      Effect.orDie(
        Effect.flatMap(PublishedLookups.PublishedLookups, (all) => all.find({ url: `${base}${mount}guide/setup` }))
      )
    )
    if ("redirect" in found) throw new Error("it led elsewhere")
    assert.deepInclude(found, {
      changeRequest: request.id,
      space: site.id,
      pathname: "/guide/setup",
      siteBasePath: mount
    })
    const authenticated = stage.api.run(
      Effect.flatMap(ContentTokens.ContentTokens, (all) => Effect.orDie(all.authenticate(found.apiToken)))
    )
    assert.strictEqual(Option.getOrUndefined(await authenticated)?._tag, "Reader")
    const answer = await stage.api.send("GET", `/v1/spaces/${site.id}/content/path/guide%2Fsetup?format=markdown`, {
      headers: { authorization: `Bearer ${found.apiToken}` }
    })
    assert.strictEqual(answer.status, 200)
    assert.include(answer.text, "Open the window.")
  })

  it("works at the hostname of the site (rules published-hostnames and published-preview)", async () => {
    const own = await Stage.site(stage)
    const { id } = await propose(stage, own, own.id, [
      { operation: "insert_page", title: "New", document: { markdown: "Said here alone." } }
    ])
    const host = `previews-${own.site.toLowerCase()}.example.com`
    await Stage.giveHostname(stage, own, host)
    const path = await previewAs(stage, own, own.reader, { changeRequest: id })
    assert.isTrue(path.startsWith("/~preview/"))
    const at = (below: string, name = host) => stage.ask(`${path}${below}`, { headers: { host: name } })
    assert.include((await at("new")).text, "Said here alone.")
    assert.include((await at("new.md")).text, "Said here alone.")
    assert.strictEqual((await at("never")).status, 404)
    assert.strictEqual((await at("new", "unknown.example.com")).status, 404)
  })

  it("uses the language of the site (rule published-preview)", async () => {
    const own = await Stage.site(stage)
    const { number } = await propose(stage, own, own.id, [{ operation: "insert_page", title: "Neu" }])
    await Stage.asAdmin(
      stage,
      own
    )(
      Effect.gen(function* () {
        const all = yield* Customizations.Customizations
        const settings = yield* all.get(own.organization, own.site)
        yield* all.put(own.organization, own.site, { ...settings, internationalization: { locale: "de" } })
        const sites = yield* Sites.Sites
        yield* sites.unpublish(own.organization, own.site)
      })
    )
    const path = await previewAs(stage, own, own.editor, { changeRequest: `${number}` })
    const { text } = await stage.ask(path)
    assert.include(text, "Änderungsanfrage #1")
    assert.include(text, "Zurück zur Änderungsanfrage")
    assert.notInclude(text, "Veröffentlichte Website öffnen")
  })

  it("ends once the request is merged (rule publication-preview-request)", async () => {
    const never = await stage.ask(`${mount.replace(/1\/$/, "99/")}upgrade`)
    await stage.api.run(
      as(site.admin)(Effect.flatMap(Merging.Merging, (merging) => merging.merge(site.id, request.id)))
    )
    const after = await stage.ask(`${mount}upgrade`)
    assert.deepStrictEqual([after.status, after.text], [404, never.text])
    assert.deepStrictEqual(comparable(after), comparable(never))
  })
})
