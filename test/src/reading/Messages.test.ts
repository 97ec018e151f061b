import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { engines } from "../support/engine.ts"
import { findingsOf } from "./axe.ts"
import { launch, type Opened, open } from "./browser.ts"
import { faultsOf } from "./validator.ts"

/** Addresses, and what is told there. */
const messages = [
  ["nothing", 404, "Page not found"],
  ["docs/nothing/at/all", 404, "Page not found"],
  ["v1/user", 401, "Sign in first"],
  ["v1/sign-in", 405, "This cannot be done here"],
  ["v1/user?a=%00", 400, "This request cannot be read"],
  ["sites/nobody/nothing/", 404, "Page not found"],
  ["sites/nobody/nothing/a.md", 404, "Page not found"],
  ["sign-in", 200, "Sign in to Quire"],
  ["sign-in?code=none", 200, "Sign in to Quire"]
] as const

const looks = [
  ["light", 1280],
  ["dark", 390]
] as const

describe("messages of the server to people", () => {
  let stage: Stage.Stage
  let browser: Browser | undefined
  beforeAll(async () => {
    const [[, memory] = []] = engines(import.meta.url)
    if (memory === undefined) return assert.fail("no engine")
    stage = await Stage.open(memory)
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await stage.close()
  })

  const reading = async (
    path: string,
    theme: "light" | "dark",
    width: number,
    act: (opened: Opened) => Promise<void>
  ) => {
    if (browser === undefined) return assert.fail("no browser")
    const options = { colorScheme: theme, viewport: { width, height: 800 } }
    const { close, complaints, page } = await open(browser, `${stage.url}/${path}`, options)
    await act(page)
    assert.deepStrictEqual(
      complaints.filter((text) => !text.startsWith("Failed to load resource: the server responded with a status of 4")),
      [],
      path
    )
    await close()
  }

  it.each(looks)("are styled by themselves, and axe has nothing against them: %s, %i pixels", async (theme, width) => {
    for (const [path, , title] of messages) {
      await reading(path, theme, width, async (opened) => {
        assert.strictEqual(await opened.getByRole("heading", { level: 1 }).textContent(), title)
        const applied = await opened.evaluate("getComputedStyle(document.querySelector('main')).borderRadius")
        assert.strictEqual(applied, "12px", path)
        assert.deepStrictEqual(await findingsOf(opened), [], path)
        assert.strictEqual(await opened.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, path)
      })
    }
  })

  it("are valid HTML, with the status of what they tell (rule request-error-pages)", async () => {
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

  it("take a person through signing in", () =>
    reading("sign-in?code=none", "light", 1280, async (opened) => {
      await opened.getByRole("button", { name: "Sign in" }).click()
      await opened.getByText("This link was used before, or it is over.").waitFor()
      assert.isFalse(await opened.getByRole("button", { name: "Sign in" }).isVisible())
    }))
})
