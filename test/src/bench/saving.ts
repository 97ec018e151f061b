/**
 * Prints what saving and typing cost: `npm run bench -- saving`. The first table has the processor time of a save of one
 * changed block on the memory store, in process with the HTTP handler, for pages of several sizes. The second has the time
 * from a key press to the frame that shows it in Chromium, in a page of 2,000 paragraphs.
 */
import { createServer } from "node:http"
import { loadavg } from "node:os"
import { createClient } from "@quire/client"
import { type Block, Document, Inline } from "@quire/core"
import { Quire } from "@quire/http"
import { chromium } from "playwright-core"
import { bundledEditor, editorStyle } from "../editor/bundledEditor.ts"
import { executablePath } from "../support/chromium.ts"

const row = (cells: ReadonlyArray<string | number>) => console.log(`| ${cells.join(" | ")} |`)

const paragraph = (index: number, text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key: `k${index}`,
  nodes: [Inline.text(text)]
})

const documentOf = (blocks: number) =>
  Document.make(
    Array.from({ length: blocks }, (_, index) =>
      paragraph(index, `Paragraph ${index} has some words of a usual length.`)
    )
  )

const baseUrl = "http://quire.test"

const percentile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((left, right) => left - right)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

const measureSaves = async (blocks: number) => {
  const quire = await Quire.open({ upkeep: "off", store: { kind: "memory" }, baseUrl })
  const { id } = await quire.system.users.ensure({ email: "a@bench.test", displayName: "A" })
  const { token } = await quire.as(id).tokens.create(id, { label: "one" })
  const client = createClient({ baseUrl, token, fetch: quire.handler })
  const organization = await client.organizations.create({ body: { title: "Bench" } })
  const { id: space } = await client.spaces.create({
    organizationId: organization.id,
    body: { title: "Space", editMode: "live" }
  })
  const document = documentOf(blocks)
  const inserted = [{ operation: "insert_page", title: "Page", document: { document } }] as const
  const made = await client.content.edit({ spaceId: space, body: { changes: inserted } })
  const page = made.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))[0] ?? ""
  let { revision } = made
  const times: Array<number> = []
  for (let count = 0; count < 60; count++) {
    const at = Math.floor(blocks / 2)
    const changed = Document.make(document.nodes.with(at, paragraph(at, `Paragraph ${at} was changed ${count} times.`)))
    const changes = [{ operation: "update_page", page, document: { document: changed } }]
    const body = JSON.stringify({ changes, ifRevision: revision, onConflict: "merge" })
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const request = new Request(`${baseUrl}/v1/spaces/${space}/content`, { method: "POST", headers, body })
    const began = process.cpuUsage()
    const response = await quire.handler(request)
    const answer: { readonly revision: string } = await response.json()
    const { system, user } = process.cpuUsage(began)
    if (!response.ok) throw new Error(`the save failed: ${JSON.stringify(answer)}`)
    revision = answer.revision
    if (count >= 20) times.push((system + user) / 1_000)
  }
  await quire.close()
  row([blocks, percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)])
}

/** Milliseconds from each key press to the end of the frame that shows it, as the page measures them. */
const measureTyping = async (blocks: number) => {
  const script = await bundledEditor()
  const html = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="style.css"><main></main><script src="editor.js"></script>`
  const style = await editorStyle()
  const files = new Map([
    ["/", ["text/html", html]],
    ["/editor.js", ["text/javascript", script]],
    ["/style.css", ["text/css", style]]
  ])
  const server = createServer((request, response) => {
    const [type = "text/plain", text = ""] = files.get(request.url ?? "/") ?? []
    response.setHeader("content-type", `${type};charset=utf-8`).end(text)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const browser = await chromium.launch({ executablePath: executablePath(), args: ["--no-sandbox"], headless: true })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`)
  await page.evaluate(`(() => {
    const editor = quire.createEditor(document.querySelector("main"), { label: "Page", document: ${JSON.stringify(documentOf(blocks))} })
    window.times = []
    editor.view.dom.addEventListener("keydown", (event) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => times.push(performance.now() - event.timeStamp)
      requestAnimationFrame(() => channel.port2.postMessage(undefined))
    }, true)
    editor.view.focus()
  })()`)
  await page.locator("p", { hasText: `Paragraph ${Math.floor(blocks / 2)} ` }).click()
  for (let count = 0; count < 300; count++) await page.keyboard.press(count % 8 === 7 ? "Space" : "x")
  const times: ReadonlyArray<number> = await page.evaluate("times.slice(20)")
  await browser.close()
  server.close()
  row([blocks, ...[0.5, 0.95, 0.99].map((part) => percentile(times, part).toFixed(0))])
}

console.log(`load before: ${loadavg()[0]?.toFixed(1)}`)
row(["blocks", "save, ms of processor, median", "95 of 100"])
row(["---:", "---:", "---:"])
for (const blocks of [10, 200, 2_000]) await measureSaves(blocks)
console.log("")
row(["blocks", "key press to frame, ms, median", "95 of 100", "99 of 100"])
row(["---:", "---:", "---:", "---:"])
for (const blocks of [10, 2_000]) await measureTyping(blocks)
console.log(`load after: ${loadavg()[0]?.toFixed(1)}`)
process.exit(0)
