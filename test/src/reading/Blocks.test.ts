import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { every, share } from "../support/depth.ts"
import { memory } from "../support/engine.ts"
import { findingsOf } from "./axe.ts"
import { inBrowser, launch, type Opened, open } from "./browser.ts"
import { kinds, type Specimen, specimen } from "./specimen.ts"
import { tagsOf, valuesOf } from "./tags.ts"
import { faultsOf } from "./validator.ts"

const everything = "everything"
const pages = [...kinds, everything]

const state: { browser?: Browser; stage?: Stage.Stage; site?: Specimen } = {}

const opened = () => {
  const { site, stage } = state
  return site === undefined || stage === undefined ? assert.fail("nothing to read") : { site, stage }
}

beforeAll(async () => {
  state.stage = await Stage.open(memory)
  state.site = await specimen(state.stage)
})

afterAll(() => state.stage?.close())

const textOf = async (path: string) => {
  const { site, stage } = opened()
  const { status, text } = await stage.ask(`${site.mount}${path}`)
  assert.strictEqual(status, 200, path)
  return text
}

describe("pages of every kind of block and inline", () => {
  it.each(pages)("%s: is valid markup", async (kind) => {
    assert.deepStrictEqual(await faultsOf(await textOf(kind)), [])
  })

  it("have no dead link and no dead anchor", async () => {
    const { site, stage } = opened()
    const told: Array<string> = []
    for (const path of pages) {
      const tags = tagsOf(await textOf(path))
      for (const href of ["href", "src", "action"].flatMap((name) => valuesOf(tags, name))) {
        if (/^(?:https?|mailto):/.test(href)) continue
        const url = new URL(href, `http://site${site.mount}${path}`)
        // A PDF is made once it is asked for.
        if (/\/~pdf\b/.test(url.pathname)) continue
        const { status, text } = await stage.ask(url.pathname + url.search)
        const anchor = decodeURIComponent(url.hash.slice(1))
        const isThere = anchor === "" || valuesOf(tagsOf(text), "id").includes(anchor)
        if (status !== 200 || !isThere) told.push(`${path} -> ${href} ${status}`)
      }
    }
    assert.deepStrictEqual(told, [])
  })
})

/** A theme, the width of the window, and the direction that the page is read in. */
type Look = readonly [theme: "light" | "dark", width: number, direction: "ltr" | "rtl"]

const [light, dark]: readonly [Look, Look] = [
  ["light", 1280, "ltr"],
  ["dark", 390, "rtl"]
]
const looks: ReadonlyArray<Look> = [
  light,
  dark,
  ["light", 820, "rtl"],
  ["dark", 1280, "ltr"],
  ["light", 390, "ltr"],
  ["dark", 820, "ltr"],
  ["light", 1280, "rtl"],
  ["dark", 1280, "rtl"]
]

/** Pictures of other sites are not to be had here. */
const isExpected = (complaint: string) => complaint.startsWith("Failed to load resource")

/** What leads further than the window is wide. */
const overflow = "document.documentElement.scrollWidth - innerWidth"

/** The texts of the page itself that nobody sees. */
const unseen = `JSON.stringify([...document.querySelectorAll(".document *")].filter((element) =>
  !element.closest(".note, .copy-code, .tab-list, .visually-hidden, thead.visually-hidden, math") &&
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "") &&
  !element.checkVisibility({ visibilityProperty: true })
).map((element) => element.textContent))`

/** What can be done on the page, as it is named; each is found by Tab if the keyboard gets everywhere. */
const controls = `[...document.querySelectorAll("a[href], button, summary, input:not([disabled]), [tabindex='0']")].filter((element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]") && element.tabIndex >= 0)`

inBrowser("pages of every kind in a browser", () => {
  beforeAll(async () => {
    state.browser = await launch()
  })

  afterAll(() => state.browser?.close())

  /** Opens a page, and asserts that the browser complained of nothing. */
  const reading = async (
    path: string,
    act: (opened: Opened) => Promise<void>,
    options: BrowserContextOptions = {}
  ): Promise<void> => {
    const { site, stage } = opened()
    const { browser } = state
    if (browser === undefined) return assert.fail("no browser")
    const { close, complaints, page } = await open(browser, `${stage.url}${site.mount}${path}`, options)
    await act(page)
    assert.deepStrictEqual(
      complaints.filter((complaint) => !isExpected(complaint)),
      [],
      path
    )
    await close()
  }

  const judge = (path: string, [theme, width, direction]: Look) =>
    reading(
      path,
      async (page) => {
        await page.evaluate(
          `document.documentElement.dataset.theme="${theme}";document.documentElement.dir="${direction}"`
        )
        assert.deepStrictEqual(await findingsOf(page), [], `${path} ${theme} ${width} ${direction}`)
        assert.strictEqual(await page.evaluate(overflow), 0, `${path} ${theme} ${width} ${direction}`)
      },
      { viewport: { width, height: 800 } }
    )

  it.each(every(kinds, 12))("%s: can be read by everybody", async (kind) => {
    await judge(kind, light)
    await judge(kind, dark)
  })

  it.each(share(looks, 1))("everything: can be read by everybody, %s, %i pixels wide, %s", (...look) =>
    judge(everything, look)
  )

  it("everything is seen without a script: tabs below each other, and all else once it is opened", () =>
    reading(
      everything,
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

  it("everything is printed, and nothing but the page", () =>
    reading(everything, async (page) => {
      await page.getByRole("tab", { name: "yarn" }).click()
      await page.emulateMedia({ media: "print" })
      assert.deepStrictEqual(JSON.parse(String(await page.evaluate(unseen))), [])
      const around =
        ".site-header, .site-tabs, #page\\:menu, .outline, .pager, .page-actions, .search, .copy-code, .skip, .tab-list"
      for (const part of await page.locator(around).all())
        assert.isFalse(await part.isVisible(), await part.innerHTML())
    }))

  it("every control is reached by Tab, in both directions of reading", async () => {
    for (const direction of ["ltr", "rtl"]) {
      await reading(everything, async (page) => {
        await page.evaluate(`document.documentElement.dir="${direction}"`)
        const expected = Number(await page.evaluate(`(globalThis.controls = ${controls}).length`))
        assert.isAbove(expected, 60)
        await page.evaluate("globalThis.reached = new Set()")
        for (let at = 0; at < expected + 10; at++) {
          await page.keyboard.press("Tab")
          await page.evaluate("globalThis.reached.add(document.activeElement)")
        }
        const missed = await page.evaluate(
          "JSON.stringify(controls.filter((control) => !reached.has(control)).map((control) => control.outerHTML.slice(0, 120)))"
        )
        assert.deepStrictEqual(JSON.parse(String(missed)), [])
      })
    }
  })

  it("what opens, turns and copies does so by keyboard, and gives the focus back", () =>
    reading(
      everything,
      async (page) => {
        const press = async (selector: string, key: string) => {
          await page.locator(selector).first().focus()
          await page.keyboard.press(key)
        }
        const focused = () => page.evaluate("document.activeElement.className || document.activeElement.localName")
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
        await press(".document > figure.code .copy-code", "Enter")
        await page.getByRole("button", { name: "Copied" }).waitFor()
        await press("[data-theme-button]", "Enter")
        assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "dark")
        await press("form.search button", "Enter")
        assert.strictEqual(await page.evaluate("document.activeElement.getAttribute('role')"), "combobox")
        await page.keyboard.press("Escape")
        assert.isFalse(await page.getByRole("combobox").isVisible(), String(await focused()))
      },
      { permissions: ["clipboard-read", "clipboard-write"] }
    ))

  it("the menu of a small screen opens and closes by keyboard", () =>
    reading(
      everything,
      async (page) => {
        const link = page.locator("#page\\:menu").getByRole("link", { name: "Getting started" })
        assert.isFalse(await link.isVisible())
        await page.getByRole("button", { name: "Menu" }).focus()
        await page.keyboard.press("Enter")
        assert.isTrue(await link.isVisible())
        await page.keyboard.press("Escape")
        assert.isFalse(await link.isVisible())
        assert.strictEqual(await page.evaluate("document.activeElement.getAttribute('popovertarget')"), "page:menu")
      },
      { viewport: { width: 390, height: 800 } }
    ))
})
