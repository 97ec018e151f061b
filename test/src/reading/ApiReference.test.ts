import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { type ApiSite, apiSite, everythingOf, models, operation } from "./apiSite.ts"
import { findingsOf } from "./axe.ts"
import { inBrowser, launch, type Opened, open } from "./browser.ts"
import { pets } from "./petsDescription.ts"
import { tagsOf, valuesOf } from "./tags.ts"
import { faultsOf } from "./validator.ts"

const pages = ["everything", "gone"]

const looks = [
  ["light", 1280, "ltr"],
  ["dark", 390, "rtl"],
  ["light", 390, "ltr"],
  ["dark", 1280, "ltr"]
] as const

inBrowser("operations and schemas of a description", () => {
  const state: { browser?: Browser; stage?: Stage.Stage; site?: ApiSite } = {}
  const opened = () => {
    const { browser, site, stage } = state
    return browser === undefined || site === undefined || stage === undefined
      ? assert.fail("nothing to read")
      : { browser, site, stage }
  }
  beforeAll(async () => {
    state.browser = await launch()
    state.stage = await Stage.open(memory)
    state.site = await apiSite(state.stage, { pets }, [
      { slug: "first", nodes: [] },
      { slug: "everything", nodes: everythingOf("pets", pets) },
      { slug: "gone", nodes: [operation("pets", "get", "/gone"), models("pets", ["Gone"])] }
    ])
  })
  afterAll(async () => {
    await state.browser?.close()
    await state.stage?.close()
  })

  /** Opens a page, of which the browser must complain of nothing. */
  const reading = async (path: string, act: (opened: Opened) => Promise<void>, options = {}): Promise<void> => {
    const { browser, site, stage } = opened()
    const { close, complaints, page } = await open(browser, `${stage.url}${site.mount}${path}`, options)
    await act(page)
    assert.deepStrictEqual(complaints, [], path)
    await close()
  }

  it.each(pages)("%s: is valid markup, and no link of it leads nowhere", async (path) => {
    const { site, stage } = opened()
    const { text } = await stage.ask(`${site.mount}${path}`)
    assert.deepStrictEqual(await faultsOf(text), [])
    const tags = tagsOf(text)
    const ids = new Set(valuesOf(tags, "id"))
    for (const href of valuesOf(tags, "href")) {
      if (href.startsWith("#")) assert.isTrue(ids.has(decodeURIComponent(href.slice(1))), href)
    }
  })

  it.each(looks)(
    "are what axe has nothing against, open or not: %s, %i pixels, %s",
    async (theme, width, direction) => {
      for (const path of pages) {
        await reading(
          path,
          async (page) => {
            await page.evaluate(
              `Object.assign(document.documentElement, { dir: ${JSON.stringify(direction)} }).dataset.theme = ${JSON.stringify(theme)}`
            )
            assert.deepStrictEqual(await findingsOf(page), [], path)
            await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
            assert.deepStrictEqual(await findingsOf(page), [], path)
            const excess = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert.strictEqual(excess, 0, path)
          },
          { viewport: { width, height: 800 } }
        )
      }
    }
  )

  it("show one language of a request at a time, the same for all", () =>
    reading("everything", async (page) => {
      await page.getByRole("tab", { name: "Python" }).first().click()
      const shown = await page.locator(".tab:visible").allTextContents()
      assert.isAbove(shown.filter((text) => text.includes("import requests")).length, 1)
      assert.lengthOf(
        shown.filter((text) => text.includes("curl '")),
        0
      )
    }))

  it("are read whole without a script", () =>
    reading(
      "everything",
      async (page) => {
        const text = await page.locator("#listpets").innerText()
        for (const part of ["curl 'https://eu.example.com", "await fetch(", "import requests"])
          assert.include(text, part)
        await page.locator("#listpets-response-4xx summary").first().click()
        assert.include(await page.locator("#listpets-response-4xx").innerText(), "application/problem+json")
      },
      { javaScriptEnabled: false }
    ))
})
