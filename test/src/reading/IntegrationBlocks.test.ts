import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { drawing, untilDrawn } from "../published/drawing.ts"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { findingsOf } from "./axe.ts"
import { inBrowser, launch, open } from "./browser.ts"
import { faultsOf } from "./validator.ts"

const looks = [
  ["light", 1280, "ltr"],
  ["dark", 390, "rtl"]
] as const

/** What is elsewhere is not to be had here. */
const isExpected = (complaint: string) => complaint.startsWith("Failed to load resource")

inBrowser("a page with blocks of integrations", () => {
  let stage: Stage.Stage
  let browser: Browser
  let mount: string
  beforeAll(async () => {
    stage = await Stage.open(memory)
    const pages = { Start: () => "Start.", Sketched: (name: string) => `Before.\n\n{% @${name}/sketch name="it" %}` }
    mount = (await stage.api.run(drawing(pages))).mount
    await untilDrawn(() => stage.ask(`${mount}sketched`))
    browser = await launch()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await stage.close()
  })

  it("is valid markup (rule page-block-static)", async () => {
    const { text } = await stage.ask(`${mount}sketched`)
    assert.include(text, "version 1 of it")
    assert.deepStrictEqual(await faultsOf(text), [])
  }, 60_000)

  it.each(looks)(
    "%s, %i wide, %s: can be read by all, and holds to its policy (rule page-block-frames)",
    async (theme, width, direction) => {
      const { close, complaints, page } = await open(browser, `${stage.url}${mount}sketched`, {
        viewport: { width, height: 1000 }
      })
      await page.evaluate(
        `document.documentElement.dataset.theme="${theme}";document.documentElement.dir="${direction}"`
      )
      assert.include(await page.content(), "version 1 of it")
      assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
      assert.deepStrictEqual(
        complaints.filter((complaint) => !isExpected(complaint)),
        []
      )
      assert.deepStrictEqual(await findingsOf(page), [])
      await close()
    },
    120_000
  )
})
