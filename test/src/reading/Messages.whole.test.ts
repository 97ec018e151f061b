import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { assertAccessible, inBrowser, type Look, sizeOf, visit } from "./browser.ts"
import { faultsOf } from "./validator.ts"

/** Addresses, and the message that is shown there. */
const messages = [
  ["nothing", 404, "Page not found"],
  ["docs/nothing/at/all", 404, "Page not found"],
  ["v1/user", 401, "Sign in to continue"],
  ["v1/sign-in", 405, "Method not allowed"],
  ["v1/user?a=%00", 400, "Bad request"],
  ["sites/nobody/nothing/", 404, "Page not found"],
  ["sites/nobody/nothing/a.md", 404, "Page not found"],
  ["sign-in", 200, "Sign in to Quire"],
  ["sign-in?code=none", 200, "Sign in to Quire"]
] as const

const looks: ReadonlyArray<Look> = [
  ["light", 1280, "ltr"],
  ["dark", 390, "ltr"]
]

const isRefusal = (complaint: string) =>
  complaint.startsWith("Failed to load resource: the server responded with a status of 4")

inBrowser("pages with messages of the server", () => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open(memory)
  })
  afterAll(() => stage.close())

  const reading = (path: string, look: Look, act: (page: Page) => Promise<void>) =>
    visit(`${stage.url}/${path}`, act, { ...sizeOf(look), colorScheme: look[0], isExpected: isRefusal })

  it.each(looks)("meets accessibility checks without other files: %s, %i pixels, %s", async (...look) => {
    for (const [path, , title] of messages) {
      await reading(path, look, async (page) => {
        assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), title)
        const applied = await page.evaluate("getComputedStyle(document.querySelector('main')).borderRadius")
        assert.strictEqual(applied, "12px", path)
        await assertAccessible(page, look)
      })
    }
  })

  it("contains valid HTML, with the status of the message (rule request-error-pages)", async () => {
    // All are read before the first is checked: a connection that is idle for seconds is closed by the server.
    const answers = await Promise.all(
      messages.map(async ([path, status]) => {
        const answer = await fetch(`${stage.url}/${path}`, { headers: { accept: "text/html,*/*;q=0.8" } })
        assert.strictEqual(answer.status, status, path)
        return { path, text: await answer.text() }
      })
    )
    for (const { path, text } of answers) assert.deepStrictEqual(await faultsOf(text), [], path)
  })

  it("guides a person through signing in", () =>
    reading("sign-in?code=none", ["light", 1280, "ltr"], async (opened) => {
      await opened.getByRole("button", { name: "Sign in" }).click()
      await opened.getByText("This sign-in link has expired or was already used. Request a new one.").waitFor()
      assert.isFalse(await opened.getByRole("button", { name: "Sign in" }).isVisible())
      assert.isTrue(await opened.getByRole("button", { name: "Email me a sign-in link" }).isVisible())
    }))
})
