import { Document } from "@quire/core"
import type { Page } from "playwright-core"
import { assert, it } from "vitest"
import { inBrowser } from "../reading/browser.ts"
import { linesOf, outline, paragraph, textOf } from "./blocks.ts"
import { editorSuite } from "./servedEditor.ts"

const two = Document.make([paragraph("one", "first text"), paragraph("two", "second text")])

/** Pastes HTML and text as a program would have put them into the clipboard. */
const paste = (page: Page, content: { readonly html?: string; readonly text?: string }) =>
  page.evaluate(
    `{
      const content = ${JSON.stringify(content)}
      const clipboardData = new DataTransfer()
      if (content.html) clipboardData.setData("text/html", content.html)
      clipboardData.setData("text/plain", content.text ?? "")
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
      document.querySelector(".quire-document").dispatchEvent(event)
    }`
  )

/** Drops files on the block with a text. */
const dropFiles = (page: Page, text: string, files: ReadonlyArray<readonly [name: string, type: string]>) =>
  page.evaluate(
    `{
      const target = [...document.querySelectorAll(".quire-document p")].find((each) => each.textContent.includes(${JSON.stringify(text)}))
      const { left, top } = target.getBoundingClientRect()
      const dataTransfer = new DataTransfer()
      for (const [name, type] of ${JSON.stringify(files)}) dataTransfer.items.add(new File(["content"], name, { type }))
      const event = new DragEvent("drop", { dataTransfer, clientX: left + 5, clientY: top + 5, bubbles: true, cancelable: true })
      target.dispatchEvent(event)
    }`
  )

inBrowser("what an editor inserts", () => {
  const withEditor = editorSuite()

  const selectWord = async (page: Page, goTo: (text: string) => Promise<void>) => {
    await goTo("first")
    await page.keyboard.press("Control+Shift+ArrowRight")
    await page.waitForFunction("!editor.view.state.selection.empty")
  }

  it("links text to an address, to an anchor and to a page that a search finds", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      const link = async (typed: string, isFound: boolean) => {
        await page.keyboard.press("Control+k")
        const field = page.getByRole("combobox")
        await field.fill(typed)
        if (isFound) {
          await page.getByRole("option").first().waitFor()
          await page.keyboard.press("ArrowDown")
        }
        await page.keyboard.press("Enter")
        assert.strictEqual(await page.getByRole("dialog").count(), 0)
        return JSON.stringify(outline((await documentOf()).nodes[0]))
      }
      await selectWord(page, goTo)
      const refOf = (ref: unknown) => JSON.stringify({ ref })
      assert.include(await link("example.com/a", false), refOf({ kind: "url", url: "https://example.com/a" }))
      assert.include(await link("#setup", false), refOf({ kind: "anchor", anchor: "setup" }))
      assert.include(await link("Revi", true), refOf({ kind: "page", page: "review" }))
      assert.include(await link("Merge", true), refOf({ kind: "anchor", page: "review", anchor: "merge" }))
      await page.getByText("first", { exact: true }).click()
      assert.strictEqual(await page.locator(".quire-address").textContent(), "Merge")
      await page.getByRole("button", { name: "Remove link" }).click()
      assert.deepStrictEqual(outline((await documentOf()).nodes[0]), ["paragraph", "first text"])
    })
  })

  it("refuses an address that runs a script, and closes by the Escape key without a change", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      await selectWord(page, goTo)
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox").fill("javascript:alert(1)")
      await page.getByRole("button", { name: "Apply" }).click()
      assert.strictEqual(await page.getByRole("combobox").getAttribute("aria-invalid"), "true")
      await page.keyboard.press("Escape")
      assert.deepStrictEqual(await documentOf(), two)
    })
  })

  it("links the selected text to an address that is pasted", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      await selectWord(page, goTo)
      await paste(page, { text: "https://example.com/b" })
      const text = JSON.stringify(outline((await documentOf()).nodes[0]))
      assert.include(text, '"url":"https://example.com/b"')
      assert.strictEqual(textOf((await documentOf()).nodes[0]), "first text")
    })
  })

  it("mentions a person, and inserts a link to a page as a block", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      await goTo("first")
      await page.keyboard.type("@ala")
      await page.getByRole("option", { name: "Alan Turing" }).waitFor()
      await page.keyboard.press("Enter")
      assert.include(JSON.stringify(await documentOf()), '"ref":{"kind":"user","user":"alan"}')
      await page.locator('[data-quire-node="mention"]', { hasText: "Alan Turing" }).waitFor()
      await goTo("second")
      await page.keyboard.type("/page link")
      await page.keyboard.press("Enter")
      await page.getByRole("combobox").fill("Install")
      await page.getByRole("option").first().waitFor()
      await page.keyboard.press("Enter")
      assert.include(JSON.stringify(await documentOf()), '"type":"content-ref"')
    })
  })

  it("uploads files that are dropped, with their progress, while the text around them is edited", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      await dropFiles(page, "first", [
        ["map.png", "image/png"],
        ["plan.pdf", "application/pdf"]
      ])
      assert.isTrue(await page.evaluate("editor.hasUploads()"))
      await page.evaluate("uploads[0].onProgress(0.5)")
      const progress = page.getByRole("progressbar", { name: "Uploading map.png" })
      assert.strictEqual(await progress.getAttribute("value"), "0.5")
      await goTo("first")
      await page.keyboard.type("a new ")
      await page.evaluate("uploads[0].finish('f1')")
      await progress.waitFor({ state: "detached" })
      await page.evaluate("uploads[1].finish('f2')")
      await page.locator('[data-quire-node="file"]').waitFor()
      assert.deepStrictEqual(outline(await documentOf().then(({ nodes }) => nodes)), [
        ["paragraph", "a new first text"],
        ["images", ["image", { ref: { kind: "file", file: "f1" } }]],
        ["file", { ref: { kind: "file", file: "f2" } }],
        ["paragraph", "second text"]
      ])
      assert.isFalse(await page.evaluate("editor.hasUploads()"))
    })
  })

  it("offers to retry an upload that failed, and keeps its place when blocks before it are deleted (rule editor-uploads)", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      await dropFiles(page, "first", [["map.png", "image/png"]])
      await page.evaluate("uploads[0].fail()")
      await page.getByRole("alert").waitFor()
      assert.include((await page.getByRole("alert").textContent()) ?? "", "map.png")
      await goTo("first")
      await page.keyboard.press("Control+/")
      await page.getByRole("menuitem", { name: "Delete" }).click()
      await page.getByRole("button", { name: "Retry" }).click()
      await page.evaluate("uploads[1].finish('f1')")
      await page.locator('[data-quire-node="image"]').waitFor()
      assert.deepStrictEqual(
        (await documentOf()).nodes.map(({ type }) => type),
        ["images", "paragraph"]
      )
    })
  })

  it("uploads a picture that is chosen in the dialog of the browser", async () => {
    await withEditor(Document.empty, async ({ documentOf, page }) => {
      await page.getByRole("textbox", { name: "Page" }).focus()
      await page.keyboard.type("/image")
      const chooser = page.waitForEvent("filechooser")
      await page.keyboard.press("Enter")
      await (await chooser).setFiles({ name: "map.png", mimeType: "image/png", buffer: Buffer.from("content") })
      await page.waitForFunction("uploads.length > 0")
      await page.evaluate("uploads[0].finish('f1')")
      await page.locator(".quire-picture").waitFor()
      const { nodes } = await documentOf()
      assert.deepStrictEqual(outline(nodes), [["images", ["image", { ref: { kind: "file", file: "f1" } }]]])
    })
  })

  it("uploads a picture that is pasted, and edits its caption", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      await goTo("first")
      await page.evaluate(`{
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File(["content"], "image.png", { type: "image/png" }))
        document.querySelector(".quire-document").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
      }`)
      await page.waitForFunction("uploads.length > 0")
      await page.evaluate("uploads[0].finish('f1')")
      await page.locator(".quire-picture").hover()
      await page.getByRole("button", { name: "Write a caption" }).click()
      await page.keyboard.type("A map")
      assert.deepStrictEqual(outline((await documentOf()).nodes[1]), [
        "images",
        ["image", { ref: { kind: "file", file: "f1" } }, ["caption", ["paragraph", "A map"]]]
      ])
    })
  })

  it("pastes HTML as blocks, in place of an empty line (rule editor-paste)", async () => {
    await withEditor(Document.make([paragraph("one", "")]), async ({ documentOf, page }) => {
      await page.getByRole("textbox", { name: "Page" }).focus()
      await paste(page, {
        html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr" style="line-height:1.2"><span style="font-weight:400">Plan</span></h1><ul><li style="list-style-type:disc"><p><span style="font-weight:700">one</span></p></li></ul></b>',
        text: "Plan"
      })
      assert.deepStrictEqual(outline(await documentOf().then(({ nodes }) => nodes)), [
        ["heading-1", "Plan"],
        ["list-unordered", ["list-item", ["paragraph", "one/bold"]]]
      ])
    })
  })

  it("pastes the text of one paragraph into the text at the cursor", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      await goTo("second")
      await paste(page, { html: "<p>a <i>new</i> </p>", text: "a new" })
      assert.deepStrictEqual(outline((await documentOf()).nodes[1]), ["paragraph", ["a ", "new/italic", "second text"]])
      assert.strictEqual((await documentOf()).nodes[1]?.key, "two")
    })
  })

  it("pastes Markdown as blocks, and with the Shift key as text", async () => {
    await withEditor(Document.make([paragraph("one", "")]), async ({ documentOf, page }) => {
      await page.getByRole("textbox", { name: "Page" }).focus()
      const text = "## Title\n\n- one\n- two"
      await page.keyboard.down("Shift")
      await paste(page, { text })
      await page.keyboard.up("Shift")
      assert.deepStrictEqual(
        (await documentOf()).nodes.map((block) => textOf(block)),
        ["## Title", "- one", "- two"]
      )
      await page.keyboard.press("Control+a")
      await paste(page, { text })
      assert.deepStrictEqual(
        (await documentOf()).nodes.map(({ type }) => type),
        ["heading-2", "list-unordered"]
      )
    })
  })

  it("pastes text into code as lines", async () => {
    await withEditor(Document.empty, async ({ documentOf, page }) => {
      await page.getByRole("textbox", { name: "Page" }).focus()
      await page.keyboard.type("```js ")
      await paste(page, { html: "<p>a</p>", text: "# a\n\n  b" })
      assert.deepStrictEqual(outline((await documentOf()).nodes[0]), [
        "code",
        { syntax: "js" },
        ["code-line", "# a"],
        "code-line",
        ["code-line", "  b"]
      ])
    })
  })

  it("refuses attributes that HTML claims for a node of the editor and that are not valid", async () => {
    await withEditor(two, async ({ documentOf, goTo, page }) => {
      await goTo("first")
      const attrs = JSON.stringify({
        key: null,
        fields: {},
        data: { ref: { kind: "url", url: "javascript:alert(1)" } }
      })
      const box = JSON.stringify({ key: null, json: { object: "block", type: "script" } })
      const html = `<p data-pm-slice="1 1 []" data-quire-node="paragraph" data-quire-attrs="{}">x <a data-quire-node="link" data-quire-attrs='${attrs}'>link</a></p><div data-quire-node="opaque_block" data-quire-attrs='${box}'>box</div>`
      await paste(page, { html, text: "x" })
      const text = JSON.stringify(await documentOf())
      assert.notInclude(text, "javascript")
      assert.notInclude(text, "script")
      assert.include(text, "box")
    })
  })

  it("drops text of another program where it is released", async () => {
    await withEditor(two, async ({ documentOf, page }) => {
      await page.evaluate(`{
        const { right, top } = document.querySelector(".quire-document p").getBoundingClientRect()
        const dataTransfer = new DataTransfer()
        dataTransfer.setData("text/html", "<h2>Dropped</h2>")
        document.querySelector(".quire-document p").dispatchEvent(new DragEvent("drop", { dataTransfer, clientX: right - 5, clientY: top + 5, bubbles: true, cancelable: true }))
      }`)
      assert.include(JSON.stringify(outline((await documentOf()).nodes)), '["heading-2","Dropped"]')
      assert.includeMembers([...linesOf(await documentOf())], ["one: first text", "two: second text"])
    })
  })

  it("pastes what was copied in an editor as it was", async () => {
    await withEditor(two, async ({ documentOf, page }) => {
      await page.getByRole("textbox", { name: "Page" }).focus()
      await page.keyboard.press("Control+a")
      await page.keyboard.press("Control+x")
      await page.keyboard.press("Control+v")
      assert.deepStrictEqual(linesOf(await documentOf()), ["one: first text", "two: second text"])
    })
  })
})
