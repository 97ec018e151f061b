import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { assertAccessible, inBrowser, type Look, sizeOf, visit } from "./browser.ts"
import { type Handbook, handbook } from "./handbook.ts"
import { faultsOf } from "./validator.ts"

const host = "docs.example.com"

/** The ways to a site. */
const doors = ["mount", "share key", "preview", "hostname", "change request"] as const
type Door = (typeof doors)[number]

const pages = [
  "",
  "setup/install",
  "errors",
  "version-1/setup/install",
  "interface",
  "tutorials/first",
  "~search?q=one"
]

const looks: ReadonlyArray<Look> = [
  ["light", 1280, "ltr"],
  ["dark", 390, "ltr"]
]

const isNotFound = (complaint: string) =>
  complaint === "Failed to load resource: the server responded with a status of 404 (Not Found)"

/** What a page looks like with its stylesheet, and does with its script. */
const applied = `JSON.stringify({
  style: getComputedStyle(document.body).display,
  script: document.querySelector("[data-theme-button]").hidden,
  images: [...document.images].filter((image) => !image.complete || image.naturalWidth === 0).map(({src}) => src)
})`

/** Has every image of the page loaded, also those that are far below. */
const loadImages = `(async () => {
  for (const image of document.images) image.loading = "eager"
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
})()`

inBrowser("a published site", () => {
  let stage: Stage.Stage
  let book: Handbook
  beforeAll(async () => {
    stage = await Stage.open(memory)
    book = await handbook(stage, host)
  })
  afterAll(() => stage.close())

  const rootOf = (door: Door): string => {
    const roots = {
      mount: stage.url + book.mount,
      "share key": stage.url + book.shared,
      preview: stage.url + book.previewed,
      "change request": stage.url + book.requested,
      hostname: `http://${host}:${new URL(stage.url).port}/`
    }
    return roots[door]
  }

  it.each(doors)("loads everything that its pages need, and nothing else, by its %s", async (door) => {
    for (const path of door === "mount" ? pages : ["", "setup/install"]) {
      await visit(rootOf(door) + path, async (page) => {
        await page.evaluate(loadImages)
        const seen = JSON.parse(String(await page.evaluate(applied)))
        assert.deepStrictEqual(seen, { style: "flex", script: false, images: [] }, path)
        const banners = await page.locator(".preview-banner").count()
        assert.strictEqual(banners, door === "preview" || door === "change request" ? 1 : 0)
      })
    }
  })

  it.each(["mount", "hostname", "share key"] as const)("searches by keyboard and opens the result, by its %s", (door) =>
    visit(`${rootOf(door)}setup/install`, async (page) => {
      await page.keyboard.press("/")
      await page.keyboard.type('"cast off"')
      await page.getByRole("listbox").getByRole("option").first().waitFor()
      assert.strictEqual(await page.getByRole("listbox").getByRole("option").count(), 1)
      await Promise.all([page.waitForURL(`${rootOf(door)}tutorials/first*`), page.keyboard.press("Enter")])
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "First voyage")
    })
  )

  it.each(["hostname", "change request"] as const)("searches and pages without a script, by its %s", (door) =>
    visit(
      `${rootOf(door)}errors`,
      async (opened) => {
        await opened.getByRole("button", { name: "Search" }).click()
        await opened.waitForURL("**/~search?*")
        await opened.getByRole("searchbox").fill('"cast off"')
        await opened.getByRole("searchbox").press("Enter")
        await opened.getByText("1 result").waitFor()
        await opened.locator(".found h2 a").click()
        assert.strictEqual(opened.url(), `${rootOf(door)}tutorials/first`)
        await opened.getByRole("link", { name: "Previous" }).click()
        assert.strictEqual(opened.url(), `${rootOf(door)}tutorials`)
      },
      { javaScriptEnabled: false }
    )
  )

  it.each(["hostname", "change request"] as const)("suggests pages if there is none, by its %s", async (door) => {
    const url = `${rootOf(door)}setup/instal`
    await visit(
      url,
      async (opened) => {
        assert.strictEqual(await opened.getByRole("heading", { level: 1 }).textContent(), "Page not found")
        await opened.locator(".suggestions").getByRole("link", { name: "Install it" }).first().click()
        assert.strictEqual(opened.url(), `${rootOf(door)}setup/install`)
      },
      { isExpected: isNotFound }
    )
  })

  it.each(["hostname", "change request"] as const)("keeps the page when the version changes, by its %s", (door) =>
    visit(`${rootOf(door)}setup/install`, async (opened) => {
      const turnTo = async (version: string) => {
        await opened.locator(".switcher summary").click()
        await opened.getByRole("link", { name: version }).click()
        await opened.locator(".switcher summary", { hasText: version }).waitFor()
      }
      await turnTo("Version 1")
      assert.strictEqual(opened.url(), `${rootOf(door)}version-1/setup/install`)
      await turnTo("Version 2")
      assert.strictEqual(opened.url(), `${rootOf(door)}setup/install`)
    })
  )

  it("resolves anchors of other programs to headings", () =>
    visit(`${rootOf("mount")}setup/install#onLinux`, async (opened) => {
      await opened.locator('.outline [aria-current="location"]', { hasText: "On Linux" }).waitFor()
      await opened.waitForFunction("scrollY > 0")
      assert.isAbove(Number(await opened.evaluate("scrollY")), 0)
    }))

  it("names a change request above its pages, with a link back to it (rule published-preview)", () =>
    visit(`${rootOf("change request")}sails`, async (opened) => {
      assert.strictEqual(await opened.getByRole("heading", { level: 1 }).textContent(), "Sails")
      const banner = opened.getByRole("complementary", { name: "Preview" })
      assert.include(await banner.textContent(), "Change request #1 Sails before engines")
      const back = banner.getByRole("link", { name: "Back to the change request" })
      assert.match((await back.getAttribute("href")) ?? "", /\/app\/s\/[\w-]+\/cr\/1$/)
      const published = banner.getByRole("link", { name: "Open the published site" })
      assert.strictEqual(await published.getAttribute("href"), `https://${host}/`)
      await assertAccessible(opened, ["light", 1280, "ltr"])
    }))

  it.each(looks)("meets accessibility checks: %s, %i pixels wide, %s", async (...look) => {
    for (const path of ["setup/install", "~search?q=one", "nothing/here"]) {
      await visit(rootOf("mount") + path, (page) => assertAccessible(page, look), {
        ...sizeOf(look),
        isExpected: isNotFound
      })
    }
  })

  it("contains valid markup", async () => {
    for (const path of [...pages, "nothing/here"]) {
      assert.deepStrictEqual(await faultsOf((await stage.ask(book.mount + path)).text), [], path)
    }
  })
})
