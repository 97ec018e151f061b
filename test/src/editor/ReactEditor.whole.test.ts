import { Document } from "@quire/core"
import { assert, beforeAll, it } from "vitest"
import { browser, inBrowser } from "../reading/browser.ts"
import { linesOf, paragraph } from "./blocks.ts"
import { bundle } from "./bundledEditor.ts"

const program = `
import { createElement, StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"
import { DocumentEditor } from "@quire/editor/react"
export const seen = []
export const ref = { current: null }
const App = ({ document }) => {
  const [count, setCount] = useState(0)
  return createElement("main", null,
    createElement("button", { onClick: () => setCount(count + 1) }, "Count " + count),
    createElement(DocumentEditor, { document, ref, label: "Page", className: "place", isReadOnly: count > 1,
      onChange: (editor) => seen.push(count + " " + editor.getDocument().nodes.length) }))
}
export const start = (document) => createRoot(window.document.querySelector("#root")).render(createElement(StrictMode, null, createElement(App, { document })))
`

inBrowser("the editor as a component of React", () => {
  let script = ""

  beforeAll(async () => {
    script = await bundle(program)
  })

  it("stays mounted when it is rendered again, and calls its last functions", async () => {
    const page = await (await browser()).newPage()
    await page.setContent('<!doctype html><title>Editor</title><div id="root"></div>')
    await page.addScriptTag({ content: script })
    await page.evaluate(`quire.start(${JSON.stringify(Document.make([paragraph("one", "first")]))})`)
    const box = page.getByRole("textbox", { name: "Page" })
    await box.focus()
    assert.strictEqual(await page.locator(".quire-editor").count(), 1)
    await page.evaluate("globalThis.before = quire.ref.current")
    await page.keyboard.press("Control+End")
    await page.keyboard.type("!")
    await page.getByRole("button", { name: "Count 0" }).click()
    await page.getByRole("button", { name: "Count 1" }).waitFor()
    await box.focus()
    await page.keyboard.press("Control+End")
    await page.keyboard.press("Enter")
    assert.isTrue(await page.evaluate("globalThis.before === quire.ref.current"))
    assert.deepStrictEqual(await page.evaluate("[...new Set(quire.seen)]"), ["0 1", "1 2"])
    const document: Document.Document = await page.evaluate("quire.ref.current.getDocument()")
    assert.strictEqual(linesOf(document)[0], "one: first!")
    await page.getByRole("button", { name: "Count 1" }).click()
    await page.locator('[contenteditable="false"][role="region"]').waitFor()
    await page.close()
  })
})
