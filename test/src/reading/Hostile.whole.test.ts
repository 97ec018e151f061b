import { PageHtml } from "@quire/reader"
import { HostileTexts, Rounds } from "@quire/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { isDeep } from "../support/depth.ts"
import { memory } from "../support/engine.ts"
import { seed } from "../support/seed.ts"
import { browser, inBrowser, serve } from "./browser.ts"
import { crowded } from "./hostile.ts"
import { body, frameOf, page, siteWith } from "./sample.ts"
import { type Watched, watched } from "./watched.ts"

const step = 4

/** Every so many texts, from one that follows from the seed; all in deep runs. The packages try all without a browser. */
const texts = isDeep ? HostileTexts.all : HostileTexts.all.filter((_, at) => (at + seed) % step === 0)

let stage: Stage.Stage
let reader: Watched

beforeAll(async () => {
  stage = await Stage.open(memory)
  reader = await watched(await browser())
})

afterAll(async () => {
  await reader.close()
  await stage.close()
})

inBrowser("texts that contain code", () => {
  /** Reads a page, on which nothing but what its author wrote is to be seen. */
  const read = async (url: string, title: string) => {
    const { display, titles, ...seen } = await reader.visit(url)
    assert.deepStrictEqual(seen, { told: [], ran: null, reports: [], strange: [] }, url)
    assert.strictEqual(display, "flex", url)
    assert.strictEqual(titles.length, 1, url)
    assert.include(titles[0], title, url)
  }

  it("includes more than five hundred", () => {
    assert.isAtLeast(HostileTexts.all.length, 500)
  })

  it(
    "stays text in every field of a document and in search results",
    async () => {
      const { mount, paths } = await crowded(stage, texts)
      for (const path of paths) await read(`${stage.url}${mount}${path}`, path)
      for (const word of ["zqtargetqz", "zqtargettitleqz", "zqcellqz", "zqnoteqz"]) {
        await reader.page.goto(`${stage.url}${mount}`)
        await reader.page.keyboard.press("/")
        await reader.page.keyboard.type(word)
        await reader.page.getByRole("listbox").getByRole("option").first().waitFor()
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
  ])("fails the check with %s on a page", async (markup) => {
    const site = siteWith({})
    const { text } = PageHtml.print(frameOf(site), page, body)
    const planted = text.replace("</main>", () => `${markup}</main>`)
    const { base, close } = await serve(site, new Map([["review", planted]]))
    const { reports, strange, told } = await reader.visit(`${base}review`)
    assert.isNotEmpty([...told, ...reports, ...strange])
    await close()
  })

  it("fails the check when a text runs as code", async () => {
    await reader.page.goto("about:blank")
    await reader.page.setContent(`<img src="x" onerror="globalThis.${HostileTexts.mark}=1;alert(1)">`)
    const { ran, strange, told } = await reader.see()
    assert.strictEqual(ran, 1)
    assert.include(strange, "a dialog: 1")
    assert.include(told, "img onerror")
  })
})
