import { html, PageHtml } from "@quire/reader"
import type { Locator, Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser, serve, type Visit, visit } from "./browser.ts"
import { body, frameOf, page, siteWith } from "./sample.ts"

const site = siteWith({})
const text = PageHtml.print(frameOf(site), page, body).text

const headings = [
  ["q-a", "Q & A"],
  ["1-what-s-new", "1. What’s new?"],
  ["setup", "Setup"],
  ["setup-2", "Setup"],
  ["setup-3", "Setup"],
  ["own", "Another title"]
] as const
const collapsed = html`<div class="document">${headings.map(
  ([id, title]) => html`<details><summary>More</summary><h2 id="${id}">${title}</h2></details>`
)}</div>`

const pages = new Map([
  ...["review", "merge", "~search"].map((path) => [path, text] as const),
  ["headings", PageHtml.print(frameOf(site), page, collapsed).text] as const
])

let server: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  server = await serve(site, pages)
})

afterAll(() => server.close())

/** Opens a page, and fails if the browser complains of it. */
const reading = (act: (opened: Page) => Promise<void>, path = "review", options: Visit = {}) =>
  visit(server.base + path, act, options)

const focused = (opened: Page) => opened.locator(":focus")

const chosen = (opened: Page) => opened.getByRole("option", { selected: true }).locator("b").textContent()

const isShown = (located: Locator) => located.isVisible()

inBrowser("the script of a page", () => {
  it("searches as the reader types, by keyboard only", () =>
    reading(async (opened) => {
      await opened.keyboard.press("/")
      assert.strictEqual(await focused(opened).getAttribute("role"), "combobox")
      await opened.keyboard.type("rev")
      await opened.locator("mark", { hasText: "Reviewing" }).first().waitFor()
      assert.strictEqual(await opened.getByRole("status").first().textContent(), "2 results")
      assert.deepStrictEqual(await opened.locator("mark").allTextContents(), ["Reviewing"])
      const steps = [
        ["ArrowDown", "Ask"],
        ["ArrowDown", "Merging"],
        ["ArrowDown", "Reviewing"],
        ["ArrowUp", "Merging"],
        ["Home", "Reviewing"],
        ["End", "Merging"]
      ] as const
      for (const [key, title] of steps) {
        await opened.keyboard.press(key)
        assert.strictEqual(await chosen(opened), title)
        const active = await focused(opened).getAttribute("aria-activedescendant")
        assert.strictEqual(await opened.locator(`[id="${active}"] b`).textContent(), title)
      }
      await Promise.all([opened.waitForURL("**/merge"), opened.keyboard.press("Enter")])
    }))

  it("highlights the searched words, whatever symbols they contain", () =>
    reading(async (opened) => {
      await opened.keyboard.press("/")
      await focused(opened).fill("for ) [it] .* \\\\ ask")
      await opened.getByRole("listbox").getByRole("option").first().waitFor()
      assert.deepStrictEqual(await opened.locator("mark").allTextContents(), ["Ask", "Ask", "for", "it"])
    }))

  it("offers to search for a corrected query (rule search-suggestion)", () =>
    reading(async (opened) => {
      await opened.keyboard.press("/")
      await opened.keyboard.type("zeviewing")
      await opened.getByRole("button", { name: "Did you mean “reviewing”?" }).click()
      await opened.locator("mark", { hasText: "Reviewing" }).waitFor()
      assert.strictEqual(await focused(opened).inputValue(), "reviewing")
      assert.strictEqual(await opened.getByRole("button", { name: "Did you mean" }).count(), 0)
    }))

  it("limits the search to a section that the reader chooses (rule published-search)", () =>
    reading(async (opened) => {
      await opened.keyboard.press("/")
      await opened.keyboard.type("rev")
      await opened.locator("mark").first().waitFor()
      const filter = opened.getByRole("combobox", { name: "Sections" })
      await Promise.all([
        opened.waitForRequest((request) => request.url().endsWith("~search.json?q=rev&section=api")),
        filter.selectOption({ label: "API" })
      ])
      await Promise.all([
        opened.waitForRequest((request) => request.url().endsWith("~search.json?q=rev")),
        filter.selectOption({ label: "All sections" })
      ])
      assert.isTrue(await isShown(opened.getByRole("dialog")))
    }))

  it("closes the search on Escape, and reports when nothing is found", () =>
    reading(async (opened) => {
      await opened.keyboard.press("Control+k")
      await opened.keyboard.type("nothing")
      await opened.getByText("No results for “nothing”").waitFor()
      assert.strictEqual(await opened.getByRole("listbox").getByRole("option").count(), 0)
      await opened.keyboard.press("Escape")
      assert.isFalse(await isShown(opened.getByRole("dialog")))
    }))

  it("keeps the theme that the reader chose", () =>
    reading(async (opened) => {
      const theme = () => opened.locator("html").getAttribute("data-theme")
      const button = opened.getByRole("button", { name: "Theme: Light" })
      await button.click()
      assert.strictEqual(await theme(), "dark")
      await opened.reload()
      assert.strictEqual(await theme(), "dark")
      await opened.getByRole("button", { name: "Theme: Dark" }).click()
      assert.isNull(await theme())
      await opened.reload()
      assert.isNull(await theme())
      await opened.getByRole("button", { name: "Theme: System" }).click()
      assert.strictEqual(await theme(), "light")
    }))

  it("creates tabs from panels, synchronized by title", () =>
    reading(async (opened) => {
      await opened.getByRole("tab", { name: "npm" }).first().press("ArrowRight")
      assert.strictEqual(await focused(opened).textContent(), "yarn")
      assert.isTrue(await isShown(opened.getByText("With yarn in second.")))
      assert.strictEqual(await opened.getByText("With npm.").filter({ visible: true }).count(), 0)
      await opened.keyboard.press("Home")
      assert.isFalse(await isShown(opened.getByText("With yarn in first.")))
      assert.strictEqual(await opened.getByRole("tabpanel", { name: "npm" }).count(), 2)
    }))

  it("opens the element that hides the fragment of the address", async () => {
    await reading(
      async (opened) => void (await opened.locator("#deep").filter({ visible: true }).waitFor()),
      "review#deep"
    )
    await reading(async (opened) => {
      await opened.locator("#second-yarn").filter({ visible: true }).waitFor()
      assert.isTrue(await isShown(opened.getByRole("tabpanel", { name: "npm" })))
    }, "review#second-yarn")
  })

  it("opens the heading that an anchor of another program means (rule published-anchors)", () =>
    reading(async (opened) => {
      const openedBy = async (hash: string) => {
        await opened.evaluate("for (const each of document.querySelectorAll('details[open]')) each.open = false")
        await opened.evaluate((anchor) => {
          location.hash = anchor
        }, hash)
        return opened.locator("details[open] h2").getAttribute("id")
      }
      const anchors = [
        ["user-content-setup", "setup"],
        ["_1-whats-new", "1-what-s-new"],
        ["id-1.-what-s-new", "1-what-s-new"],
        ["q--a", "q-a"],
        ["q-and-a", "q-a"],
        ["setup-1", "setup-2"],
        ["setup_2", "setup-3"],
        ["another-title", "own"],
        ["Own", "own"]
      ] as const
      for (const [anchor, id] of anchors) assert.strictEqual(await openedBy(anchor), id, anchor)
    }, "headings"))

  it("copies code without its button, and the page as Markdown", () =>
    reading(
      async (opened) => {
        const clipboard = () => opened.evaluate("navigator.clipboard.readText()")
        await opened.locator("figure.code").hover()
        await opened.locator("figure.code").getByRole("button", { name: "Copy" }).click()
        await opened.getByRole("button", { name: "Copied" }).waitFor()
        assert.strictEqual(await clipboard(), "let a = 1\nlet b = 2")
        await opened.getByRole("button", { name: "Copy as Markdown" }).click()
        await opened.locator("[data-copy-page]", { hasText: "Copied" }).waitFor()
        assert.strictEqual(await clipboard(), "# Reviewing")
      },
      "review",
      { permissions: ["clipboard-read", "clipboard-write"] }
    ))

  it("closes menus on Escape and when the focus leaves", () =>
    reading(async (opened) => {
      const summary = opened.getByText("Community").first()
      const forum = opened.getByRole("link", { name: "Forum" })
      await summary.click()
      assert.isTrue(await isShown(forum))
      await opened.keyboard.press("Escape")
      assert.isFalse(await isShown(forum))
      await summary.click()
      await opened.getByRole("heading", { level: 1 }).click()
      assert.isFalse(await isShown(forum))
    }))

  it("enlarges an image, and marks the current position", () =>
    reading(async (opened) => {
      await opened.getByRole("button", { name: "Enlarge image: A map" }).click()
      assert.isTrue(await isShown(opened.getByRole("dialog", { name: "A map" })))
      await opened.keyboard.press("Escape")
      await opened.getByRole("link", { name: "then approve" }).click()
      await opened.locator('.outline [aria-current="location"]', { hasText: "Approve" }).waitFor()
      assert.strictEqual(await opened.locator(".outline [aria-current]").count(), 1)
    }))

  it("moves between tabs in the reading direction", () =>
    reading(async (opened) => {
      await opened.locator("article").evaluate((article) => article.setAttribute("dir", "rtl"))
      await opened.getByRole("tab", { name: "npm" }).first().focus()
      await opened.keyboard.press("ArrowLeft")
      assert.strictEqual(await focused(opened).textContent(), "yarn")
      await opened.keyboard.press("ArrowRight")
      assert.strictEqual(await focused(opened).textContent(), "npm")
    }))

  it("closes the outline over a narrow page once a heading is chosen", () =>
    reading(
      async (opened) => {
        const heading = opened.locator(".outline").getByRole("link", { name: "Approve" })
        assert.isFalse(await isShown(heading))
        await opened.getByRole("button", { name: "On this page" }).click()
        await heading.click()
        await opened.locator(".outline").waitFor({ state: "hidden" })
        assert.strictEqual(new URL(opened.url()).hash, "#approve")
      },
      "review",
      { viewport: { width: 390, height: 800 } }
    ))

  it("makes nothing necessary for reading, navigation or search", () =>
    reading(
      async (opened) => {
        for (const title of ["npm", "yarn"]) assert.isTrue(await isShown(opened.locator(`#first-${title}`)))
        assert.isFalse(await isShown(opened.getByRole("link", { name: "Teams" })))
        await opened.getByRole("button", { name: "Menu" }).click()
        await opened.locator("#page\\:menu .switcher summary").click()
        assert.isTrue(await isShown(opened.getByRole("link", { name: "Version 1" })))
        await opened.locator("#page\\:menu summary[aria-label=Roles]").click()
        assert.isTrue(await isShown(opened.getByRole("link", { name: "Teams" })))
        await opened.getByRole("button", { name: "Close" }).click()
        assert.isFalse(await isShown(opened.getByRole("link", { name: "Teams" })))
        await Promise.all([opened.waitForURL("**/~search?"), opened.getByRole("button", { name: "Search" }).click()])
      },
      "review",
      { javaScriptEnabled: false, viewport: { width: 390, height: 800 } }
    ))
})
