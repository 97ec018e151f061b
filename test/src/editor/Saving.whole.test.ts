import { createServer } from "node:http"
import { createClient } from "@quire/client"
import { Quire } from "@quire/http"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { browser, inBrowser } from "../reading/browser.ts"
import { bundledEditor } from "./bundledEditor.ts"

/** A server whose `/editor` is a page with an editor and a session of the page that the query names. */
const serve = async () => {
  const script = await bundledEditor('export { createClient } from "@quire/client"')
  const shell = `<!doctype html><title>Editor</title><main></main><script>${script.replaceAll("</script", "<\\/script")}</script><script>
    const { page, space, token } = Object.fromEntries(new URLSearchParams(location.search))
    const client = quire.createClient({ baseUrl: location.origin, token })
    const name = { server: location.origin, content: space, page }
    const transport = quire.createPageTransport(client, { space, page })
    quire.openPageSession({ transport, name }).then((session) => {
      const main = document.querySelector("main")
      const editor = quire.createEditor(main, { label: "Page", document: session.document })
      session.attach(editor.view)
      quire.saveOnLeave(session, main)
      Object.assign(window, { session, stateOf: () => session.state.get() })
    })
  </script>`
  const handlers: Array<ReturnType<typeof Quire.toNodeHandler>> = []
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/editor")) response.setHeader("content-type", "text/html").end(shell)
    else for (const handle of handlers) handle(request, response)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const quire = await Quire.open({ upkeep: "off", store: { kind: "memory" }, baseUrl: base })
  handlers.push(Quire.toNodeHandler(quire.handler))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await quire.close()
  }
  return { base, quire, close }
}

inBrowser("a session in a browser", () => {
  let server: Awaited<ReturnType<typeof serve>>
  let token = ""

  beforeAll(async () => {
    server = await serve()
    const { id } = await server.quire.system.users.ensure({ email: "a@saving.test", displayName: "A" })
    token = (await server.quire.as(id).tokens.create(id, { label: "one" })).token
  })
  afterAll(() => server.close())

  const makePage = async () => {
    const { base, quire } = server
    const client = createClient({ baseUrl: base, token, fetch: quire.handler })
    const organization = (await client.organizations.create({ body: { title: "Saving" } })).id
    const { id: space } = await client.spaces.create({
      organizationId: organization,
      body: { title: "Space", editMode: "live" }
    })
    const changes = [{ operation: "insert_page", title: "Page", document: { markdown: "First.\n\nLast." } }] as const
    const { changes: made } = await client.content.edit({ spaceId: space, body: { changes } })
    const page = made.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))[0] ?? ""
    const read = async () => {
      const shown = await client.content.getPage({ spaceId: space, pageId: page, format: "markdown" })
      return "markdown" in shown ? (shown.markdown ?? "").trim() : ""
    }
    return { url: `${base}/editor?${new URLSearchParams({ page, space, token })}`, read }
  }

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
