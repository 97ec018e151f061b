import { gzipSync } from "node:zlib"
import { Document } from "@quire/core"
import { DocumentArbitrary } from "@quire/testing"
import * as fc from "fast-check"
import type { Page } from "playwright-core"
import { assert, beforeAll, it } from "vitest"
import { browser, inBrowser } from "../reading/browser.ts"
import { bundledEditor } from "./bundledEditor.ts"

const paragraph = (key: string, text: string) =>
  ({
    object: "block",
    type: "paragraph",
    key,
    nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
  }) as const

inBrowser("an editor in a page", () => {
  let script = ""

  beforeAll(async () => {
    script = await bundledEditor()
  })

  /** A page with an editor, whose document is `editor.getDocument()`. */
  const open = async (document: Document.Document): Promise<Page> => {
    const page = await (await browser()).newPage()
    await page.setContent("<!doctype html><title>Editor</title><main></main>")
    await page.addScriptTag({ content: script })
    await page.addScriptTag({
      content: `const editor = quire.createEditor(document.querySelector("main"), { label: "Page", document: ${JSON.stringify(document)} })`
    })
    return page
  }

  const documentOf = (page: Page): Promise<Document.Document> => page.evaluate("editor.getDocument()")

  /** The keys and texts of the paragraphs of a page. */
  const linesOf = async (page: Page) =>
    (await documentOf(page)).nodes.map(
      (block) => `${block.key}: ${JSON.stringify(block).match(/"text":"([^"]*)"/)?.[1]}`
    )

  it("takes at most 170 kB of script", () => {
    assert.isBelow(gzipSync(script, { level: 9 }).length, 170_000)
  })

  it("writes what is typed, keeps keys and undoes", async () => {
    const document = Document.make([paragraph("one", "first"), paragraph("two", "second")])
    const page = await open(document)
    const box = page.getByRole("textbox", { name: "Page" })
    await box.focus()
    await page.keyboard.press("Control+End")
    await page.keyboard.type(" and **more**!")
    assert.deepStrictEqual((await documentOf(page)).nodes[0], document.nodes[0])
    assert.strictEqual(await box.locator("strong").textContent(), "more")
    for (let count = 0; count < 5; count++) await page.keyboard.press("Control+z")
    assert.deepStrictEqual(await documentOf(page), document)
    await page.close()
  })

  it("keeps the key of a block that is cut and pasted, and gives a copy another", async () => {
    const page = await open(Document.make([paragraph("one", "first"), paragraph("two", "second")]))
    await page.getByRole("textbox").focus()
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Control+c")
    await page.keyboard.press("Control+x")
    await page.keyboard.press("Control+v")
    assert.deepStrictEqual(await linesOf(page), ["one: first", "two: second"])
    await page.keyboard.press("Control+End")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Control+v")
    const lines = await linesOf(page)
    assert.deepStrictEqual(
      lines.map((line) => line.replace(/^.*: /, "")),
      ["first", "second", "first", "second"]
    )
    assert.deepStrictEqual(lines.slice(0, 2), ["one: first", "two: second"])
    assert.strictEqual(new Set(lines).size, 4)
    await page.close()
  })

  it("shows an empty document as an empty line, and returns it as it was", async () => {
    const page = await open(Document.empty)
    assert.deepStrictEqual(await documentOf(page), Document.empty)
    await page.getByRole("textbox").focus()
    await page.keyboard.type("text")
    assert.lengthOf((await documentOf(page)).nodes, 1)
    await page.close()
  })

  it("loses nothing of a document on its way through the DOM, as in a clipboard", async () => {
    const page = await open(Document.empty)
    const documents = fc.sample(DocumentArbitrary.normal, { numRuns: 200, seed: fc.readConfigureGlobal()?.seed ?? 0 })
    const differing = await page.evaluate(`${JSON.stringify(documents)}.filter((document) => {
      const doc = quire.fromDocument(document)
      const element = window.document.createElement("div")
      element.append(quire.DOMSerializer.fromSchema(quire.schema).serializeFragment(doc.content))
      element.innerHTML = element.innerHTML
      const parsed = quire.DOMParser.fromSchema(quire.schema).parse(element, { preserveWhitespace: true })
      return !parsed.content.eq(doc.content)
    })`)
    assert.deepStrictEqual(differing, [])
    await page.close()
  })
})
