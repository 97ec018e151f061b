import { HostileTexts, Rounds } from "@quire/core/testing"
import { PageHtml } from "@quire/reader"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { isDeep, isWhole } from "../support/depth.ts"
import { memory } from "../support/engine.ts"
import { inBrowser, launch, serve } from "./browser.ts"
import { crowded, crowdSize, hostile } from "./hostile.ts"
import { body, frameOf, page, siteWith } from "./sample.ts"
import { type Watched, watched } from "./watched.ts"

/** Fields of which no page says anything: names for authors, names of what is not there, and what programs alone read. */
const silent: ReadonlySet<string> = new Set([
  "content title",
  "expression",
  "language",
  "condition source",
  "option value",
  "option color",
  "swagger address",
  "integration props",
  "section icon",
  "group icon",
  "font address",
  "font id",
  "font",
  "share link"
])

/** In every field of a site of its own: in continuous integration a part of them, as each is half a second. */
const drawn = isDeep ? HostileTexts.all : Rounds.draw(HostileTexts.all, 3).slice(0, 120)

/** In every field of a document, many on one page. */
const crowd = Rounds.draw(HostileTexts.all, crowdSize)

const counts = { texts: 0, fields: 0 }

const state: { browser?: Browser; stage?: Stage.Stage; reader?: Watched } = {}

beforeAll(async () => {
  state.browser = await launch()
  state.stage = await Stage.open(memory)
  state.reader = await watched(state.browser)
})

afterAll(async () => {
  const pages = state.reader?.counts.pages ?? 0
  const told = `${counts.texts} of ${HostileTexts.all.length} texts in ${counts.fields} fields, ${crowd.length} in every field of a document`
  if (isWhole) process.stdout.write(`hostile: ${told}, ${pages} pages read in a browser\n`)
  await state.browser?.close()
  await state.stage?.close()
})

const opened = () => {
  const { browser, reader, stage } = state
  if (browser === undefined || reader === undefined || stage === undefined) return assert.fail("nothing to read with")
  return { browser, reader, stage }
}

inBrowser("texts that would be programs", () => {
  /** Reads a page, on which nothing but what its author wrote is to be seen. */
  const read = async (url: string, title: string) => {
    const { display, markup, titles, ...seen } = await opened().reader.visit(url)
    assert.deepStrictEqual(seen, { told: [], ran: null, reports: [], strange: [] }, url)
    assert.strictEqual(display, "flex", url)
    assert.strictEqual(titles.length, 1, url)
    assert.include(titles[0], title, url)
    return markup
  }

  it("are more than five hundred", () => {
    assert.isAtLeast(HostileTexts.all.length, 500)
  })

  it.each(drawn)("%j stays a text wherever it is written", async (text) => {
    const { reader, stage } = opened()
    const { mount, pages, words } = await hostile(stage, text)
    const markups: Array<string> = []
    for (const { path, title } of pages) markups.push(await read(`${stage.url}${mount}${path}`, title))
    await reader.page.goto(`${stage.url}${mount}`)
    const name = words.get("target title") ?? ""
    const links = reader.page.locator("#page\\:menu a", { hasText: new RegExp(name, "i") })
    const href = await links.first().getAttribute("href")
    markups.push(await read(new URL(href ?? "", reader.page.url()).href, name))
    const all = markups.join("\n")
    const missing = [...words].flatMap(([field, word]) => (all.includes(word) ? [] : [field]))
    assert.deepStrictEqual(
      missing.filter((field) => !silent.has(field)),
      []
    )
    counts.fields = words.size
    counts.texts += 1
  })

  it(
    "stay texts in every field of a document, and where the script draws what was found",
    async () => {
      const { reader, stage } = opened()
      const { mount, pages } = await crowded(stage, crowd)
      for (const { path } of pages) await read(`${stage.url}${mount}${path}`, path)
      for (const word of ["zqtargetqz", "zqtargettitleqz", "zqcellqz", "zqnoteqz"]) {
        await reader.page.goto(`${stage.url}${mount}`)
        await reader.page.keyboard.press("/")
        await reader.page.keyboard.type(word)
        await reader.page.getByRole("option").first().waitFor()
        const { ran, reports, strange, told } = await reader.see()
        assert.deepStrictEqual({ ran, reports, strange, told }, { ran: null, reports: [], strange: [], told: [] }, word)
      }
    },
    Rounds.patience
  )

  it.each([
    `<img src="x" onerror="globalThis.${HostileTexts.mark}=1">`,
    `<script>globalThis.${HostileTexts.mark}=1</script>`,
    "<iframe></iframe>",
    '<a href="javascript:x">x</a>',
    '<p style="color:red">x</p>',
    '<p id="page:content">x</p>',
    '<link rel="stylesheet" href="https://evil.example/x.css">',
    "<!--x-->"
  ])("would be found if %s were on a page", async (markup) => {
    const { reader } = opened()
    const site = siteWith({})
    const { text } = PageHtml.print(frameOf(site), page, body)
    const planted = text.replace("</main>", () => `${markup}</main>`)
    const { base, close } = await serve(site, new Map([["review", planted]]))
    const { reports, strange, told } = await reader.visit(`${base}review`)
    assert.isNotEmpty([...told, ...reports, ...strange])
    await close()
  })

  it("would be found if one ran", async () => {
    const { reader } = opened()
    await reader.page.goto("about:blank")
    await reader.page.setContent(`<img src="x" onerror="globalThis.${HostileTexts.mark}=1;alert(1)">`)
    const { ran, strange, told } = await reader.see()
    assert.strictEqual(ran, 1)
    assert.include(strange, "a dialog: 1")
    assert.include(told, "img onerror")
  })
})
