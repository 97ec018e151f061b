import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { share } from "../support/depth.ts"
import type { TestEngine } from "../support/engine.ts"
import { engines } from "../support/engine.ts"
import { findingsOf } from "./axe.ts"
import { inBrowser, launch, type Opened, open } from "./browser.ts"
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

const looks = [
  ["light", 1280],
  ["dark", 390],
  ["dark", 1280],
  ["light", 390]
] as const

/** What a page looks like with its stylesheet, and does with its script. */
const applied = `JSON.stringify({
  style: getComputedStyle(document.body).display,
  script: document.querySelector("[data-theme-button]").hidden,
  images: [...document.images].filter((image) => !image.complete || image.naturalWidth === 0).map(({src}) => src)
})`

const state: { browser?: Browser } = {}

beforeAll(async () => {
  state.browser = await launch()
})

afterAll(() => state.browser?.close())

const serving = (engine: TestEngine) => () => {
  let stage: Stage.Stage
  let book: Handbook
  beforeAll(async () => {
    stage = await Stage.open(engine)
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

  /** Opens a page, and asserts that the browser complained of nothing but what is `expected`. */
  const reading = async (
    url: string,
    act: (opened: Opened) => Promise<void>,
    options: BrowserContextOptions = {},
    expected: ReadonlyArray<string> = []
  ) => {
    const { browser } = state
    if (browser === undefined) return assert.fail("no browser")
    const { close, complaints, page } = await open(browser, url, options)
    await act(page)
    assert.deepStrictEqual(complaints, expected, url)
    await close()
  }

  it.each(share(doors, 0))("pages by the %s load all that they need, and nothing else", async (door) => {
    for (const path of pages) {
      await reading(rootOf(door) + path, async (opened) => {
        for (const image of await opened.locator("img").all()) await image.scrollIntoViewIfNeeded()
        await opened.waitForLoadState("networkidle")
        const seen = JSON.parse(String(await opened.evaluate(applied)))
        assert.deepStrictEqual(seen, { style: "flex", script: false, images: [] }, path)
        const told = await opened.locator(".preview-banner").count()
        assert.strictEqual(told, door === "preview" || door === "change request" ? 1 : 0)
      })
    }
  })

  it.each(share(doors, 1))("readers by the %s search by keyboard, and get to what they found", (door) =>
    reading(`${rootOf(door)}setup/install`, async (opened) => {
      await opened.keyboard.press("/")
      await opened.keyboard.type("cast off")
      await opened.getByRole("option").first().waitFor()
      assert.strictEqual(await opened.getByRole("option").count(), 1)
      await Promise.all([opened.waitForURL(`${rootOf(door)}tutorials/first*`), opened.keyboard.press("Enter")])
      assert.strictEqual(await opened.getByRole("heading", { level: 1 }).textContent(), "First voyage")
    })
  )

  it.each(share(doors, 2))("readers by the %s search and turn over without a script", (door) =>
    reading(
      `${rootOf(door)}errors`,
      async (opened) => {
        await opened.getByRole("button", { name: "Search" }).click()
        await opened.waitForURL("**/~search?*")
        await opened.getByRole("searchbox").fill("cast off")
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

  it.each(share(doors, 3))("readers by the %s who are lost are shown pages that sound alike", async (door) => {
    const url = `${rootOf(door)}setup/instal`
    await reading(
      url,
      async (opened) => {
        assert.strictEqual(await opened.getByRole("heading", { level: 1 }).textContent(), "Page not found")
        await opened.locator(".suggestions").getByRole("link", { name: "Install it" }).first().click()
        assert.strictEqual(opened.url(), `${rootOf(door)}setup/install`)
      },
      {},
      ["Failed to load resource: the server responded with a status of 404 (Not Found)"]
    )
  })

  it.each(share(doors, 1))("readers by the %s change the version and stay on the page", (door) =>
    reading(`${rootOf(door)}setup/install`, async (opened) => {
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

  it("what the script makes of a page works: tabs, groups of sections, large images", () =>
    reading(`${rootOf("mount")}setup/install`, async (opened) => {
      await opened.getByRole("tab", { name: "yarn" }).first().click()
      assert.strictEqual(await opened.getByText("With yarn.").filter({ visible: true }).count(), 2)
      await opened.getByRole("button", { name: "Enlarge image: A lighthouse" }).click()
      assert.isTrue(await opened.getByRole("dialog", { name: "A lighthouse" }).isVisible())
      await opened.keyboard.press("Escape")
      await opened.locator("summary", { hasText: "Resources" }).click()
      await opened.getByRole("link", { name: "Tutorials" }).click()
      assert.strictEqual(opened.url(), `${rootOf("mount")}tutorials`)
    }))

  it("anchors as other programs make them lead to the headings that they mean", () =>
    reading(`${rootOf("mount")}setup/install#onLinux`, async (opened) => {
      await opened.locator('.outline [aria-current="location"]', { hasText: "On Linux" }).waitFor()
      assert.isAbove(Number(await opened.evaluate("scrollY")), 0)
    }))

  it("a change request is named above its pages, with the way back to it (rule published-preview)", () =>
    reading(`${rootOf("change request")}sails`, async (opened) => {
      assert.strictEqual(await opened.getByRole("heading", { level: 1 }).textContent(), "Sails")
      const banner = opened.getByRole("complementary", { name: "Preview" })
      assert.include(await banner.textContent(), "Change request #1 Sails before engines")
      const back = banner.getByRole("link", { name: "Back to the change request" })
      assert.match((await back.getAttribute("href")) ?? "", /\/app\/s\/[\w-]+\/cr\/1$/)
      const published = banner.getByRole("link", { name: "Open the published site" })
      assert.strictEqual(await published.getAttribute("href"), `https://${host}/`)
      assert.deepStrictEqual(await findingsOf(opened), [])
    }))

  it("everybody can read it, in both themes and at every width", async () => {
    for (const [at, path] of [...pages, "nothing/here"].entries()) {
      for (const [theme, width] of share(looks, at)) {
        const { browser } = state
        if (browser === undefined) return assert.fail("no browser")
        const { close, page } = await open(browser, rootOf("mount") + path, { viewport: { width, height: 800 } })
        await page.evaluate(`document.documentElement.dataset.theme="${theme}"`)
        assert.deepStrictEqual(await findingsOf(page), [], `${path} ${theme} ${width}`)
        await close()
      }
    }
  })

  it("is valid markup", async () => {
    for (const path of [...pages, "nothing/here"]) {
      assert.deepStrictEqual(await faultsOf((await stage.ask(book.mount + path)).text), [], path)
    }
  })
}

for (const [name, engine] of share(engines(import.meta.url), 0))
  inBrowser(`a site as it is served on ${name}`, serving(engine))
