import type { BrowserContext, Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { browser, inBrowser } from "../reading/browser.ts"
import { makeSavedPage, makeToken, type SavingServer, serveSaving } from "./savingServer.ts"

inBrowser("a session in a browser", () => {
  let server: SavingServer
  let token = ""

  beforeAll(async () => {
    server = await serveSaving()
    token = await makeToken(server, "a@saving.test")
  })
  afterAll(() => server.close())

  const makePage = () => makeSavedPage(server, token, "First.\n\nLast.")

  const open = async (context: BrowserContext, url: string): Promise<Page> => {
    const tab = await context.newPage()
    await tab.goto(url)
    await tab.waitForFunction("window.session !== undefined")
    return tab
  }

  const type = async (tab: Page, text: string) => {
    await tab.getByRole("textbox", { name: "Page" }).focus()
    await tab.keyboard.press("Control+End")
    await tab.keyboard.type(text)
  }

  const isIn = (tab: Page, status: string) => tab.waitForFunction(`stateOf().status.name === "${status}"`)

  it("saves what was typed before and after the connection was cut, also when the tab was closed without it (rules editor-saving and editor-local-copy)", async () => {
    const { read, url } = await makePage()
    const context = await (await browser()).newContext()
    const tab = await open(context, url)
    await type(tab, " Typed with a connection.")
    await isIn(tab, "saved")
    assert.strictEqual(await read(), "First.\n\nLast. Typed with a connection.")
    await context.setOffline(true)
    await type(tab, " Typed without one.")
    await tab.waitForFunction("stateOf().status.isOffline === true && stateOf().localCopy === 'stored'")
    await tab.close({ runBeforeUnload: false })
    await context.setOffline(false)
    const next = await open(context, url)
    assert.isTrue(await next.evaluate("session.isRestored"))
    assert.include(await next.getByRole("textbox").innerText(), "Typed without one.")
    await isIn(next, "saved")
    assert.strictEqual(await read(), "First.\n\nLast. Typed with a connection. Typed without one.")
    await next.waitForFunction(
      "indexedDB.databases().then(() => new Promise((done) => { const request = indexedDB.open('quire-editor'); request.onsuccess = () => { const all = request.result.transaction('copies').objectStore('copies').getAllKeys(); all.onsuccess = () => { request.result.close(); done(all.result.length === 0) } } }))"
    )
    await context.close()
  })

  it("shows in one tab what is typed in another, and keeps its cursor (rule editor-remote)", async () => {
    const { read, url } = await makePage()
    const context = await (await browser()).newContext()
    const [first, second] = [await open(context, url), await open(context, url)]
    await type(second, " Second")
    await isIn(second, "saved")
    await first.getByRole("textbox").focus()
    await first.keyboard.press("Control+Home")
    await first.keyboard.type("Very ")
    await first.getByText("Last. Second").waitFor()
    await second.getByText("Very First.").waitFor()
    await second.keyboard.type(" tab.")
    await isIn(second, "saved")
    await first.getByText("Last. Second tab.").waitFor()
    assert.strictEqual(await read(), "Very First.\n\nLast. Second tab.")
    await context.close()
  })
})
