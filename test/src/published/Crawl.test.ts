import { ContentEdits, type EditInput, ShareLinks, type SpaceId, Spaces } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { as, engines } from "../support/engine.ts"
import * as Stage from "./stage.ts"

type Change = EditInput.ContentEdit["changes"][number]

/** The targets of links, images and tags in a text of Markdown. */
const linksOf = (text: string): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/\]\(([^)\s]+)\)|\s(?:src|url|href|action)="([^"]+)"/g),
    ([, link, value]) => link ?? value ?? ""
  )

const isElsewhere = (link: string) => /^[a-z]+:/.test(link)

/** Follows the links of the texts below a path, and tells which answers were no success. */
const crawl = async (stage: Stage.Stage, root: string, host?: string) => {
  const headers: Readonly<Record<string, string>> = host === undefined ? {} : { host }
  const seen = new Set<string>()
  const dead: Array<string> = []
  const open = [{ from: "", path: `${root}llms.txt` }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next.path)) continue
    seen.add(next.path)
    const answer = await stage.ask(next.path, { headers })
    const isBelow = next.path.startsWith(root)
    if (answer.status !== 200 || !isBelow) dead.push(`${next.from} -> ${next.path}: ${answer.status}`)
    if (!answer.headers["content-type"]?.startsWith("text/")) continue
    for (const link of linksOf(answer.text)) {
      if (isElsewhere(link)) continue
      const { pathname } = new URL(link, `http://x${next.path}`)
      // A PDF is made once it is asked for.
      if (/\/~pdf\b/.test(pathname)) continue
      open.push({ from: next.path, path: pathname })
    }
  }
  return { dead, seen: [...seen].map((path) => path.slice(root.length)).sort() }
}

describe.each(engines(import.meta.url))("a crawl on %s", (_, engine) => {
  let stage: Stage.Stage
  let site: Stage.Served
  let shared: string

  const edit = (space: SpaceId, changes: ReadonlyArray<Change>) =>
    stage.api.run(
      as(site.admin)(Effect.flatMap(ContentEdits.ContentEdits, (edits) => edits.apply({ space }, { changes }))).pipe(
        Effect.map(({ changes: made }) =>
          made.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
        )
      )
    )

  beforeAll(async () => {
    stage = await Stage.open(engine)
    site = await Stage.site(stage)
    const space = await stage.api.run(
      as(site.admin)(
        Effect.flatMap(Spaces.Spaces, (spaces) => spaces.create(site.organization, { title: "More", editMode: "live" }))
      )
    )
    const [top = "", deep = ""] = await edit(space.id, [
      { operation: "insert_page", title: "Top: of all" },
      { operation: "insert_page", title: "Ünder it", slug: "under", description: "Below *the* top" }
    ])
    const text = [
      `See [top](/pages/${top}), [itself](/pages/${deep}), [a place](/pages/${deep}#part), [here](#part),`,
      `[elsewhere](/spaces/${site.id}/pages/${site.install}), [the space](/spaces/${site.id}),`,
      "[the web](https://example.com/), [unknown](/spaces/hidden/pages/gone).\n\n## Part\n\nText."
    ].join(" ")
    await edit(space.id, [
      { operation: "update_page", page: top, document: { markdown: text } },
      { operation: "update_page", page: deep, document: { markdown: text } }
    ])
    await Stage.addSpace(stage, site, space.id)
    const { urls } = await Stage.asAdmin(
      stage,
      site
    )(Effect.flatMap(ShareLinks.ShareLinks, (links) => links.create(site.organization, site.site, { name: "Press" })))
    shared = new URL(urls.published ?? "").pathname
    await Stage.giveHostname(stage, site, "crawl.example.com")
  })
  afterAll(() => stage.close())

  const pages = ["", "guide", "guide/install", "more", "more/under"]
  const texts = ["guide.md", "guide/install.md", "home.md", "llms.txt", "more/top-of-all.md", "more/under.md"]

  it("finds no dead link below the mount, a share key and a hostname (rule published-text-links)", async () => {
    for (const [root, host] of [[site.mount], [shared], ["/", "crawl.example.com"]] as const) {
      const { dead, seen } = await crawl(stage, root, host)
      assert.deepStrictEqual(dead, [])
      const named = seen.filter((path) => !path.startsWith("~"))
      assert.deepStrictEqual(
        named.filter((path) => /\.(md|txt)$/.test(path)),
        texts
      )
      assert.deepStrictEqual(
        named.filter((path) => !/\.(md|txt)$/.test(path)),
        pages
      )
      assert.strictEqual(seen.filter((path) => path.startsWith("~asset/")).length, 1 + 2 * 2)
      assert.strictEqual(seen.filter((path) => path.startsWith("~file/")).length, 1)
    }
  })

  it("follows links from text to text, relative to their address (rule published-text-links)", async () => {
    const text = (await stage.ask(`${site.mount}more/under.md`)).text
    const links = [
      "top-of-all.md",
      "under.md",
      "under.md#part",
      "#part",
      "../guide/install.md",
      "../",
      "https://example.com/"
    ]
    assert.deepStrictEqual(linksOf(text), links)
    assert.include(text, "unknown")
    const page = (await stage.ask(`${site.mount}more/under`)).text
    for (const link of ["../more", "under", "under#part", "#part", "../guide/install", "../", "https://example.com/"]) {
      assert.include(page, `href="${link}"`)
    }
    assert.notInclude(page, "/hidden/")
    assert.include(text, "Below \\*the\\* top")
  })
})
