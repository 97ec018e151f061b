import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { findingsOf } from "./axe.ts"
import { launch, type Opened, open } from "./browser.ts"
import { faultsOf } from "./validator.ts"

/** Of each form one that is not long: what axe looks at takes it as long as there is text. */
const pages = ["docs", "docs/users", "docs/~search?q=token"]
const long = ["docs/sites", "docs/reasons", "docs/schemas", "docs/rules"]

const looks = [
  ["light", 1280],
  ["dark", 1280],
  ["light", 390],
  ["dark", 390]
] as const

describe("the reference of the API", () => {
  let api: Server.Opened<Server.Whole>
  let browser: Browser | undefined
  let url = ""
  beforeAll(async () => {
    const [[, memory] = []] = engines(import.meta.url)
    if (memory === undefined) return assert.fail("no engine")
    api = await Server.open(memory)
    url = `${await api.listen()}/`
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await api.close()
  })

  /** Opens a page, of which the browser must complain of nothing. */
  const reading = async (
    path: string,
    act: (opened: Opened) => Promise<void>,
    options: BrowserContextOptions = {}
  ): Promise<void> => {
    if (browser === undefined) return assert.fail("no browser")
    const { close, complaints, page } = await open(browser, url + path, options)
    await act(page)
    assert.deepStrictEqual(complaints, [], path)
    await close()
  }

  it.each(looks)("is what axe has nothing against: %s, %i pixels", async (theme, width) => {
    for (const path of pages) {
      await reading(
        path,
        async (opened) => {
          await opened.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`)
          assert.deepStrictEqual(await findingsOf(opened), [], path)
          const excess = await opened.evaluate("document.documentElement.scrollWidth - innerWidth")
          assert.strictEqual(excess, 0, path)
        },
        { viewport: { width, height: 800 } }
      )
    }
  })

  it("is valid HTML", async () => {
    const paths = [...pages, ...long]
    // All are read before the first is checked: a connection that is idle for seconds is closed by the server.
    const texts = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()))
    for (const [at, path] of paths.entries()) assert.deepStrictEqual(await faultsOf(texts[at] ?? ""), [], path)
  })

  it("is searched by keyboard, and leads to what was found", () =>
    reading("docs", async (opened) => {
      await opened.keyboard.press("/")
      await opened.keyboard.type("publish a site")
      await opened.getByRole("option").first().waitFor()
      await Promise.all([opened.waitForURL("**/docs/sites#*"), opened.keyboard.press("Enter")])
      assert.strictEqual(await opened.locator(":target").textContent(), "Publish a site")
    }))

  it("is read and searched without a script", () =>
    reading(
      "docs",
      async (opened) => {
        assert.isAbove(await opened.locator(".operations li").count(), 120)
        await opened.getByRole("button", { name: "Search" }).click()
        await opened.getByRole("searchbox").fill("publish a site")
        await opened.getByRole("searchbox").press("Enter")
        await opened.locator(".found h2 a").first().click()
        assert.isTrue(opened.url().startsWith(`${url}docs/sites#`))
        await opened.getByRole("link", { name: "Quire API" }).click()
        assert.strictEqual(opened.url(), `${url}docs`)
      },
      { javaScriptEnabled: false }
    ))
})
