import { afterAll, assert, beforeAll, it } from "vitest"
import { memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { assertAccessible, inBrowser, type Look, sizeOf, visit } from "./browser.ts"
import { faultsOf } from "./validator.ts"

/** Of each form one that is not long: axe takes the longer the more text there is. */
const pages = ["docs", "docs/users", "docs/~search?q=token"]
const long = ["docs/sites", "docs/reasons", "docs/schemas", "docs/rules"]

const looks: ReadonlyArray<Look> = [
  ["light", 1280, "ltr"],
  ["dark", 390, "ltr"]
]

inBrowser("the API reference", () => {
  let api: Server.Opened<Server.Whole>
  let url = ""
  beforeAll(async () => {
    api = await Server.open(memory)
    url = `${await api.listen()}/`
  })
  afterAll(() => api.close())

  it.each(looks)("meets accessibility checks: %s, %i pixels, %s", async (...look) => {
    for (const path of pages) await visit(url + path, (page) => assertAccessible(page, look), sizeOf(look))
  })

  it("contains valid HTML", async () => {
    const paths = [...pages, ...long]
    // All are read before the first is checked: a connection that is idle for seconds is closed by the server.
    const texts = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()))
    for (const [at, path] of paths.entries()) assert.deepStrictEqual(await faultsOf(texts[at] ?? ""), [], path)
  })

  it("searches by keyboard and opens the result", () =>
    visit(`${url}docs`, async (opened) => {
      await opened.keyboard.press("/")
      await opened.keyboard.type("publish a site")
      await opened.getByRole("option").first().waitFor()
      await Promise.all([opened.waitForURL("**/docs/sites#*"), opened.keyboard.press("Enter")])
      assert.strictEqual(await opened.locator(":target").textContent(), "Publish a site")
    }))

  it("works and searches without a script", () =>
    visit(
      `${url}docs`,
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
