import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { assertAccessible, inBrowser, type Look, sizeOf, type Visit, visit } from "./browser.ts"
import { type Specimen, specimen } from "./specimen.ts"
import { tagsOf, valuesOf } from "./tags.ts"
import { faultsOf } from "./validator.ts"

/** The page of every kind of block and inline. */
const path = "everything"

let stage: Stage.Stage
let site: Specimen

beforeAll(async () => {
  stage = await Stage.open(memory)
  site = await specimen(stage)
})

afterAll(() => stage.close())

/** Every pair of a theme, a width and a direction that matters: colors do not depend on the direction. */
const looks: ReadonlyArray<Look> = [
  ["light", 1280, "ltr"],
  ["dark", 390, "ltr"],
  ["light", 820, "rtl"],
  ["dark", 1280, "rtl"],
  ["light", 390, "rtl"]
]

/** Pictures of other sites are not to be had here. */
const isExpected = (complaint: string) => complaint.startsWith("Failed to load resource")

/** The texts of the page itself that no reader sees. */
const unseen = `JSON.stringify([...document.querySelectorAll(".document *")].filter((element) =>
  !element.closest(".note, .copy-code, .tab-list, .visually-hidden, thead.visually-hidden, math") &&
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "") &&
  !element.checkVisibility({ visibilityProperty: true })
).map((element) => element.textContent))`

/** What can be done on the page, as it is named; each is found by Tab if the keyboard gets everywhere. */
const controls = `[...document.querySelectorAll("a[href], button, summary, input:not([disabled]), [tabindex='0']")].filter((element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]") && element.tabIndex >= 0)`

/** Opens the page, and fails if the browser complains of it. */
const reading = (act: (page: Page) => Promise<void>, options: Visit = {}) =>
  visit(`${stage.url}${site.mount}${path}`, act, { isExpected, ...options })

inBrowser("a page with every kind of block and inline", () => {
  it("contains valid markup without dead links and anchors", async () => {
    const { text } = await stage.ask(`${site.mount}${path}`)
    assert.deepStrictEqual(await faultsOf(text), [])
    const dead: Array<string> = []
    for (const href of ["href", "src", "action"].flatMap((name) => valuesOf(tagsOf(text), name))) {
      if (/^(?:https?|mailto):/.test(href)) continue
      const url = new URL(href, `http://site${site.mount}${path}`)
      // A PDF is made once it is asked for.
      if (/\/~pdf\b/.test(url.pathname)) continue
      const target = await stage.ask(url.pathname + url.search)
      const anchor = decodeURIComponent(url.hash.slice(1))
      const isThere = anchor === "" || valuesOf(tagsOf(target.text), "id").includes(anchor)
      if (target.status !== 200 || !isThere) dead.push(`${href} ${target.status}`)
    }
    assert.deepStrictEqual(dead, [])
  })

  it.each(looks)("meets accessibility checks: %s, %i pixels wide, %s", (...look) =>
    reading((page) => assertAccessible(page, look), sizeOf(look))
  )

  it("shows everything without a script: tabs below each other, and the rest once opened", () =>
    reading(
      async (page) => {
        for (const summary of await page.locator(".document summary").all()) await summary.click()
        assert.deepStrictEqual(JSON.parse(String(await page.evaluate(unseen))), [])
        for (const note of await page.locator("button.annotated").all()) {
          await note.click()
          assert.isTrue(await page.locator(`[id="${await note.getAttribute("popovertarget")}"]`).isVisible())
          await page.keyboard.press("Escape")
        }
      },
      { javaScriptEnabled: false }
    ))

  it("prints without its surroundings", () =>
    reading(async (page) => {
      await page.getByRole("tab", { name: "yarn" }).click()
      await page.emulateMedia({ media: "print" })
      assert.deepStrictEqual(JSON.parse(String(await page.evaluate(unseen))), [])
      const around =
        ".site-header, .site-tabs, #page\\:menu, .outline, .pager, .page-actions, .search, .copy-code, .skip, .tab-list"
      for (const part of await page.locator(around).all())
        assert.isFalse(await part.isVisible(), await part.innerHTML())
    }))

  it("reaches every control by Tab, in both reading directions", async () => {
    for (const direction of ["ltr", "rtl"]) {
      await reading(async (page) => {
        await page.evaluate(`document.documentElement.dir="${direction}"`)
        const expected = Number(await page.evaluate(`(globalThis.controls = ${controls}).length`))
        assert.isAbove(expected, 60)
        await page.evaluate(
          "globalThis.reached = new Set(); document.addEventListener('focusin', ({ target }) => reached.add(target))"
        )
        for (let at = 0; at < expected + 10; at++) await page.keyboard.press("Tab")
        const missed = await page.evaluate(
          "JSON.stringify(controls.filter((control) => !reached.has(control)).map((control) => control.outerHTML.slice(0, 120)))"
        )
        assert.deepStrictEqual(JSON.parse(String(missed)), [])
      })
    }
  })

  it("opens notes, tabs and images by keyboard, and returns the focus", () =>
    reading(async (page) => {
      const press = async (selector: string, key: string) => {
        await page.locator(selector).first().focus()
        await page.keyboard.press(key)
      }
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      assert.strictEqual(await page.evaluate("document.activeElement.id"), "page:content")
      await press("details.expandable > summary", "Enter")
      assert.isTrue(await page.getByText("Nothing at all.").isVisible())
      await press("button.annotated", "Enter")
      assert.isTrue(await page.getByText("What one audience sees.").isVisible())
      await page.keyboard.press("Escape")
      assert.isFalse(await page.getByText("What one audience sees.").isVisible())
      await press("[role=tab][aria-selected=true]", "End")
      assert.isTrue(await page.getByText("With yarn.").isVisible())
      await press("img[data-zoom]", " ")
      assert.isTrue(await page.getByRole("dialog", { name: "A lighthouse" }).isVisible())
      await page.keyboard.press("Escape")
      assert.strictEqual(await page.evaluate("document.activeElement.alt"), "A lighthouse")
    }))
})
