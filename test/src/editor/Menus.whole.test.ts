import { Document } from "@quire/core"
import { assert, it } from "vitest"
import { findingsOf } from "../reading/axe.ts"
import { inBrowser } from "../reading/browser.ts"
import { linesOf, outline, paragraph, textOf } from "./blocks.ts"
import { everything } from "./everyBlock.ts"
import { type EditorPage, editorSuite } from "./servedEditor.ts"

const three = Document.make([paragraph("one", "first"), paragraph("two", "second"), paragraph("three", "third")])

/** The labels of the menu with the type that each inserts, first in the document. */
const kinds: ReadonlyArray<readonly [label: string, type: string]> = [
  ["Text", "paragraph"],
  ["Heading 1", "heading-1"],
  ["Heading 2", "heading-2"],
  ["Heading 3", "heading-3"],
  ["Bulleted list", "list-unordered"],
  ["Numbered list", "list-ordered"],
  ["Task list", "list-tasks"],
  ["Quote", "blockquote"],
  ["Code block", "code"],
  ["Divider", "divider"],
  ["Table", "table"],
  ["Info hint", "hint"],
  ["Success hint", "hint"],
  ["Warning hint", "hint"],
  ["Danger hint", "hint"],
  ["Expandable", "expandable"],
  ["Tabs", "tabs"],
  ["Stepper", "stepper"],
  ["Columns", "columns"],
  ["Cards", "table"],
  ["Condition", "if"],
  ["Embed", "embed"],
  ["Drawing", "drawing"],
  ["Math", "math"],
  ["Inline math", "inline-math"],
  ["Button", "button"],
  ["Icon", "icon"],
  ["Expression", "expression"]
]

inBrowser("the menus of an editor", () => {
  const withEditor = editorSuite()

  const select = async ({ goTo, page }: EditorPage, text: string, words = 1) => {
    await goTo(text)
    for (let count = 0; count < words; count++) await page.keyboard.press("Control+Shift+ArrowRight")
    await page.waitForFunction("!editor.view.state.selection.empty")
  }

  it.each(kinds)("inserts %s by typing its name after a slash", async (label, type) => {
    await withEditor(Document.empty, async ({ documentOf, page }) => {
      await page.getByRole("textbox", { name: "Page" }).focus()
      await page.keyboard.type(`/${label}`)
      const option = page.getByRole("option", { selected: true })
      assert.strictEqual(await option.textContent(), label)
      await page.keyboard.press("Enter")
      assert.strictEqual(await page.getByRole("listbox").count(), 0)
      const document = await documentOf()
      const [block = {}] = [...document.nodes, paragraph("none", "")]
      assert.include(JSON.stringify(block), `"type":"${type}"`)
      assert.notInclude(textOf(document), "/")
    })
  })

  it("offers every kind in the menu, and inserts one by mouse", async () => {
    await withEditor(three, async ({ documentOf, page }) => {
      await page.getByText("second").click()
      await page.keyboard.press("End")
      await page.keyboard.type(" /")
      const titles = await page.getByRole("option").allTextContents()
      assert.includeMembers(
        titles,
        kinds.map(([label]) => label)
      )
      assert.includeMembers(titles, ["Image", "File", "Page link", "Mention"])
      await page.getByRole("option", { name: "Warning hint" }).click()
      await page.keyboard.type("Careful")
      assert.deepStrictEqual(outline((await documentOf()).nodes.slice(1, 3)), [
        ["paragraph", "second "],
        ["hint", { style: "warning" }, ["paragraph", "Careful"]]
      ])
    })
  })

  it("names the chosen entry to screen readers, and leaves what was typed after the Escape key", async () => {
    await withEditor(Document.empty, async ({ documentOf, page }) => {
      const box = page.getByRole("textbox", { name: "Page" })
      await box.focus()
      await page.keyboard.type("/h")
      await page.keyboard.press("ArrowDown")
      const active = await box.getAttribute("aria-activedescendant")
      assert.strictEqual(await page.getByRole("option", { selected: true }).getAttribute("id"), active)
      assert.strictEqual(await page.getByRole("listbox").getAttribute("id"), await box.getAttribute("aria-controls"))
      await page.keyboard.press("Escape")
      assert.strictEqual(await page.getByRole("listbox").count(), 0)
      assert.isNull(await box.getAttribute("aria-activedescendant"))
      assert.strictEqual(textOf(await documentOf()), "/h")
    })
  })

  it("opens no menu for a slash within a word or in code", async () => {
    await withEditor(Document.empty, async ({ page }) => {
      await page.getByRole("textbox", { name: "Page" }).focus()
      await page.keyboard.type("and/or")
      assert.strictEqual(await page.getByRole("listbox").count(), 0)
      await page.keyboard.press("Enter")
      await page.keyboard.type("``` cd /")
      assert.strictEqual(await page.getByRole("listbox").count(), 0)
    })
  })

  it("formats selected text, and shows which formats it has", async () => {
    await withEditor(three, async (editor) => {
      const { documentOf, page } = editor
      await select(editor, "first")
      const toolbar = page.getByRole("toolbar", { name: "Formatting" })
      for (const name of ["Bold", "Italic", "Strikethrough"]) {
        await toolbar.getByRole("button", { name }).click()
        assert.strictEqual(await toolbar.getByRole("button", { name }).getAttribute("aria-pressed"), "true")
      }
      assert.deepStrictEqual(outline((await documentOf()).nodes[0]), ["paragraph", "first/bold/italic/strikethrough"])
      await toolbar.getByRole("button", { name: "Bold" }).click()
      await toolbar.getByRole("button", { name: "Color" }).click()
      await page.getByRole("group", { name: "Background" }).getByRole("menuitemradio", { name: "Green" }).click()
      assert.include(JSON.stringify(await documentOf()), '"data":{"text":"default","background":"green"}')
      await toolbar.getByRole("button", { name: "Comment" }).click()
      assert.deepStrictEqual(await page.evaluate("comments"), [{ blocks: ["one"], text: "first" }])
    })
  })

  it("reaches the toolbar by the keyboard alone", async () => {
    await withEditor(three, async (editor) => {
      const { documentOf, page } = editor
      await select(editor, "first")
      await page.keyboard.press("Alt+F10")
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("Enter")
      assert.deepStrictEqual(outline((await documentOf()).nodes[0]), ["paragraph", "first/italic"])
      assert.isTrue(await page.evaluate("editor.view.hasFocus()"))
    })
  })

  it("moves blocks by the keyboard with their keys and their cursor (rule editor-keys)", async () => {
    await withEditor(three, async ({ documentOf, goTo, page }) => {
      await goTo("third")
      await page.keyboard.press("Alt+ArrowUp")
      await page.keyboard.press("Alt+ArrowUp")
      assert.deepStrictEqual(linesOf(await documentOf()), ["three: third", "one: first", "two: second"])
      await page.keyboard.press("Alt+ArrowDown")
      await page.keyboard.type("the ")
      assert.deepStrictEqual(linesOf(await documentOf()), ["one: first", "three: the third", "two: second"])
    })
  })

  it("moves a block by dragging its handle", async () => {
    await withEditor(three, async ({ documentOf, page }) => {
      await page.getByText("first").hover()
      const target = await page.getByText("third").boundingBox()
      await page.getByRole("button", { name: "Block menu" }).hover()
      await page.mouse.down()
      await page.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + 10, { steps: 8 })
      await page.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + (target?.height ?? 0) - 2, { steps: 4 })
      await page.mouse.up()
      assert.deepStrictEqual(linesOf(await documentOf()), ["two: second", "three: third", "one: first"])
    })
  })

  it("turns a block into others, duplicates and deletes it by its menu", async () => {
    await withEditor(three, async ({ documentOf, page }) => {
      const choose = async (name: string) => {
        await page.locator(".quire-document", { hasText: "second" }).getByText("second").first().hover()
        await page.getByRole("button", { name: "Block menu" }).click()
        await page.getByRole("menuitem", { name, exact: true }).click()
      }
      const second = async () => outline((await documentOf()).nodes[1])
      await choose("Heading 2")
      assert.deepStrictEqual(await second(), ["heading-2", "second"])
      await choose("Task list")
      assert.deepStrictEqual(await second(), ["list-tasks", ["list-item", { checked: false }, ["paragraph", "second"]]])
      await choose("Quote")
      assert.deepStrictEqual(await second(), ["blockquote", ["paragraph", "second"]])
      await choose("Text")
      assert.deepStrictEqual(linesOf(await documentOf()).slice(0, 2), ["one: first", "two: second"])
      await choose("Duplicate")
      assert.strictEqual(textOf(await documentOf()), "firstsecondsecondthird")
      await choose("Delete")
      assert.strictEqual(textOf(await documentOf()), "firstsecondthird")
    })
  })

  it("opens the menu of the block at the cursor by the keyboard, and closes it without a change", async () => {
    await withEditor(three, async ({ documentOf, page }) => {
      await page.getByText("second").click()
      await page.keyboard.press("Control+/")
      assert.strictEqual(await page.getByRole("menu", { name: "Block menu" }).count(), 1)
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Escape")
      assert.strictEqual(await page.getByRole("menu").count(), 0)
      assert.deepStrictEqual(await documentOf(), three)
      assert.isTrue(await page.evaluate("editor.view.hasFocus()"))
    })
  })

  it("adds and removes rows and columns of a table, and aligns a column", async () => {
    await withEditor(Document.empty, async ({ documentOf, page }) => {
      await page.getByRole("textbox", { name: "Page" }).focus()
      await page.keyboard.type("/table")
      await page.keyboard.press("Enter")
      const sizeOf = async () => {
        const rows = await page.locator(".quire-document tr").count()
        return [rows, await page.locator(".quire-document tr").first().locator("th").count()]
      }
      const press = (name: string) => page.getByRole("toolbar", { name: "Table" }).getByRole("button", { name }).click()
      await page.locator(".quire-document td").first().click()
      assert.deepStrictEqual(await sizeOf(), [3, 3])
      await press("Insert row below")
      await press("Insert column after")
      assert.deepStrictEqual(await sizeOf(), [4, 4])
      await press("Delete row")
      await press("Delete column")
      assert.deepStrictEqual(await sizeOf(), [3, 3])
      await press("Align center")
      await press("Header row")
      const text = JSON.stringify(await documentOf())
      assert.include(text, '"textAlignment":"center"')
      assert.include(text, '"hideHeader":true')
      assert.strictEqual(await page.locator('.quire-document td[data-align="center"]').count(), 2)
    })
  })

  it("edits titles, languages and tasks in their fields", async () => {
    await withEditor(everything, async ({ documentOf, page }) => {
      await page.getByRole("textbox", { name: "Title" }).nth(1).fill("yarn")
      await page.getByRole("textbox", { name: "Language" }).fill("typescript")
      await page.getByRole("img", { name: "A blue field" }).hover()
      await page.getByRole("textbox", { name: "Alternative text" }).fill("A map")
      await page.getByRole("checkbox").nth(1).check()
      const text = JSON.stringify(await documentOf())
      for (const part of ['"title":"yarn"', '"syntax":"typescript"', '"alt":"A map"']) assert.include(text, part)
      assert.notInclude(text, '"checked":false')
    })
  })

  it("returns a document with every kind of block as it was, under a strict policy (rule editor-policy)", async () => {
    await withEditor(everything, async ({ documentOf }) => assert.deepStrictEqual(await documentOf(), everything))
  })

  it("writes what an input method composes, and does not take its keys for a menu", async () => {
    await withEditor(three, async ({ documentOf, page }) => {
      await page.getByText("second").click()
      await page.keyboard.press("End")
      const session = await page.context().newCDPSession(page)
      for (const text of ["に", "にほ", "にほん"]) {
        await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length })
      }
      assert.strictEqual(await page.getByRole("listbox").count(), 0)
      await session.send("Input.insertText", { text: "日本" })
      assert.deepStrictEqual(linesOf(await documentOf()), ["one: first", "two: second日本", "three: third"])
    })
  })

  const looks = [
    ["light", 1280, "ltr"],
    ["dark", 1280, "ltr"],
    ["light", 390, "rtl"],
    ["dark", 390, "ltr"]
  ] as const

  it.each(looks)("has no findings of axe with its menus open: %s, %d px, %s", async (theme, width, direction) => {
    await withEditor(
      everything,
      async (editor) => {
        const { page } = editor
        const check = async (name: string) => {
          assert.deepStrictEqual(await findingsOf(page), [], name)
          const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
          assert.strictEqual(overflow, 0, name)
        }
        await check("page")
        await select(editor, "Quire stores", 2)
        await check("toolbar")
        await page.getByRole("button", { name: "Color" }).click()
        await check("colors")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Control+k")
        await page.keyboard.type("e")
        await page.getByRole("option").first().waitFor()
        await check("link")
        await page.keyboard.press("Escape")
        await page.keyboard.press("End")
        await page.keyboard.press("Enter")
        await page.keyboard.type("/")
        await check("blocks")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Control+/")
        await check("block menu")
        await page.keyboard.press("Escape")
        await page.locator(".quire-document td").first().click()
        await check("table")
      },
      { viewport: { width, height: 800 }, theme, direction }
    )
  })

  it("keeps menus inside a window of 390 px, and works by touch", async () => {
    await withEditor(
      three,
      async ({ documentOf, page }) => {
        await page.getByText("second").tap()
        await page.getByRole("button", { name: "Block menu" }).tap()
        const box = await page.getByRole("menu").boundingBox()
        assert.isAtLeast(box?.x ?? -1, 0)
        assert.isAtMost((box?.x ?? 0) + (box?.width ?? 0), 390)
        await page.getByRole("menuitem", { name: "Move up" }).tap()
        assert.deepStrictEqual(linesOf(await documentOf()), ["two: second", "one: first", "three: third"])
      },
      { viewport: { width: 390, height: 700 }, hasTouch: true }
    )
  })

  it("offers no menus when the document can only be read", async () => {
    await withEditor(three, async ({ page }) => {
      await page.evaluate("editor.setReadOnly(true)")
      await page.getByText("second").hover()
      await page.getByText("second").dblclick()
      assert.strictEqual(await page.getByRole("toolbar").count(), 0)
      assert.strictEqual(await page.getByRole("button", { name: "Block menu" }).count(), 0)
    })
  })
})
