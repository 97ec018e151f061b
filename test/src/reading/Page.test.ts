import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { inBrowser, visit } from "./browser.ts"

/** The one suite of the fast tier that needs a browser; all others are in the whole tier. */
inBrowser("a published page in a browser", () => {
  let stage: Stage.Stage
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(memory)
    site = await Stage.site(stage)
  })
  afterAll(() => stage.close())

  it("loads its style and script without errors, and searches by keyboard", () =>
    visit(`${stage.url}${site.mount}`, async (page) => {
      assert.strictEqual(await page.evaluate("getComputedStyle(document.body).display"), "flex")
      await page.keyboard.press("/")
      await page.keyboard.type("penguin")
      await page.getByRole("listbox").getByRole("option").first().waitFor()
      await Promise.all([page.waitForURL("**/guide/install*"), page.keyboard.press("Enter")])
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "Install it")
    }))
})
