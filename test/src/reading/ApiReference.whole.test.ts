import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { type ApiSite, apiSite, everythingOf, models, operation } from "./apiSite.ts"
import { assertAccessible, inBrowser, type Look, sizeOf, visit } from "./browser.ts"
import { pets } from "./petsDescription.ts"
import { tagsOf, valuesOf } from "./tags.ts"
import { faultsOf } from "./validator.ts"

const pages = ["everything", "gone"]

const looks: ReadonlyArray<Look> = [
  ["light", 1280, "ltr"],
  ["dark", 390, "rtl"]
]

inBrowser("operations and schemas of a description", () => {
  let stage: Stage.Stage
  let site: ApiSite
  beforeAll(async () => {
    stage = await Stage.open(memory)
    site = await apiSite(stage, { pets }, [
      { slug: "first", nodes: [] },
      { slug: "everything", nodes: everythingOf("pets", pets) },
      { slug: "gone", nodes: [operation("pets", "get", "/gone"), models("pets", ["Gone"])] }
    ])
  })
  afterAll(() => stage.close())

  const reading = (path: string, ...visited: Parameters<typeof visit> extends [string, ...infer Rest] ? Rest : never) =>
    visit(`${stage.url}${site.mount}${path}`, ...visited)

  it.each(pages)("contains valid markup and no dead link: %s", async (path) => {
    const { text } = await stage.ask(`${site.mount}${path}`)
    assert.deepStrictEqual(await faultsOf(text), [])
    const tags = tagsOf(text)
    const ids = new Set(valuesOf(tags, "id"))
    for (const href of valuesOf(tags, "href")) {
      if (href.startsWith("#")) assert.isTrue(ids.has(decodeURIComponent(href.slice(1))), href)
    }
  })

  it.each(looks)("meets accessibility checks, collapsed and expanded: %s, %i pixels, %s", async (...look) => {
    for (const path of pages) {
      await reading(
        path,
        async (page) => {
          await assertAccessible(page, look)
          await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
          await assertAccessible(page, look)
        },
        sizeOf(look)
      )
    }
  })

  it("shows one language of request samples at a time, the same for all", () =>
    reading("everything", async (page) => {
      await page.getByRole("tab", { name: "Python" }).first().click()
      const shown = await page.locator(".tab:visible").allTextContents()
      assert.isAbove(shown.filter((text) => text.includes("import requests")).length, 1)
      assert.lengthOf(
        shown.filter((text) => text.includes("curl '")),
        0
      )
    }))

  it("shows everything without a script", () =>
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
