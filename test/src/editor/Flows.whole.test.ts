import { Document } from "@quire/core"
import { assert, describe, it } from "vitest"
import { findingsOf } from "../reading/axe.ts"
import { inBrowser } from "../reading/browser.ts"
import { linesOf, outline, paragraph, textOf } from "./blocks.ts"
import { type EditorPage, editorSuite } from "./servedEditor.ts"

const empty = Document.make([])

const press = async ({ page }: EditorPage, ...keys: ReadonlyArray<string>) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Inserts a block by its name in the menu. */
const insert = async (editor: EditorPage, name: string) => {
  await editor.page.keyboard.type(`/${name}`)
  await editor.page.getByRole("option", { name }).first().waitFor()
  await press(editor, "Enter")
}

const typesOf = ({ nodes }: Document.Document) => nodes.map(({ type }) => type)

interface Flow {
  readonly name: string
  readonly options?: Parameters<ReturnType<typeof editorSuite>>[2]
  readonly document?: Document.Document
  readonly act: (editor: EditorPage) => Promise<void>
}

const flows: ReadonlyArray<Flow> = [
  {
    name: "by the keyboard alone, with a heading, a list, a table, an image, a link, code and a hint",
    act: async (editor) => {
      const { documentOf, page } = editor
      await press(editor, "Tab")
      await page.keyboard.type("# Install")
      await press(editor, "Enter")
      await page.keyboard.type("- one")
      await press(editor, "Enter")
      await page.keyboard.type("two")
      await press(editor, "Enter", "Enter")
      await page.keyboard.type("Read more")
      await press(editor, "Shift+Control+ArrowLeft", "Control+k")
      await page.keyboard.type("https://example.com/more")
      await press(editor, "Enter", "End", "Enter")
      const chooser = page.waitForEvent("filechooser")
      await insert(editor, "Image")
      await (await chooser).setFiles({ name: "plan.png", mimeType: "image/png", buffer: Buffer.from("x") })
      await page.waitForFunction("uploads.length === 1")
      await page.evaluate("uploads[0].finish('file-1')")
      await page.waitForFunction("editor.getDocument().nodes.some(({ type }) => type === 'images')")
      await press(editor, "Control+End", "Enter")
      await insert(editor, "Info hint")
      await page.keyboard.type("Careful.")
      await press(editor, "Enter", "Enter")
      await page.keyboard.type("```ts ")
      await page.keyboard.type("const x = 1")
      await press(editor, "Enter", "Enter")
      await insert(editor, "Table")
      await page.keyboard.type("Name")
      await press(editor, "Tab")
      await page.keyboard.type("Value")
      const document = await documentOf()
      const types = typesOf(document)
      for (const type of ["heading-1", "list-unordered", "paragraph", "images", "hint", "code", "table"] as const) {
        assert.include(types, type)
      }
      assert.include(JSON.stringify(document), "https://example.com/more")
      for (const text of ["Install", "one", "two", "Careful.", "const x = 1"]) {
        assert.include(textOf(document), text)
      }
      assert.match(JSON.stringify(document), /"title":"Name".*"title":"Value"/)
    }
  },
  {
    name: "at 390 px by touch",
    options: { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true },
    document: Document.make([paragraph("one", "first"), paragraph("two", "second")]),
    act: async ({ documentOf, page }) => {
      await page.getByText("second").tap()
      await page.keyboard.press("End")
      await page.keyboard.type(" line")
      await page.keyboard.press("Enter")
      await page.keyboard.type("/")
      await page.getByRole("option", { name: "Numbered list" }).tap()
      await page.keyboard.type("item")
      const written = await documentOf()
      assert.deepStrictEqual(typesOf(written), ["paragraph", "paragraph", "list-ordered"])
      assert.strictEqual(textOf(written), "firstsecond lineitem")
      assert.deepStrictEqual(await findingsOf(page), [])
      assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    }
  },
  {
    name: "in tabs, of which one is visible, by the keyboard",
    document: Document.make([
      {
        object: "block",
        type: "tabs",
        key: "tabs",
        nodes: ["npm", "pnpm"].map((title) => ({
          object: "block",
          type: "tabs-item",
          key: title,
          data: { title },
          nodes: [paragraph(`${title}-text`, `${title} install`)]
        }))
      },
      paragraph("last", "last")
    ]),
    act: async (editor) => {
      const { documentOf, page } = editor
      const panel = (name: string) => page.getByRole("tabpanel", { name, exact: true })
      assert.deepStrictEqual([await panel("npm").isVisible(), await panel("pnpm").count()], [true, 0])
      await page.getByRole("tab", { name: "npm", exact: true }).focus()
      await press(editor, "ArrowRight")
      await panel("pnpm").waitFor()
      assert.strictEqual(await panel("npm").count(), 0)
      await page.waitForFunction(() => document.activeElement?.textContent === "pnpm")
      assert.deepStrictEqual(await findingsOf(page), [])
      await panel("pnpm").getByText("pnpm install").click()
      await press(editor, "End")
      await page.keyboard.type(" -g")
      await page.evaluate(
        "editor.view.dispatch(editor.view.state.tr.setSelection(quire.TextSelection.create(editor.view.state.doc, 5)))"
      )
      await panel("npm").waitFor()
      assert.match(textOf(await documentOf()), /npm install.*pnpm install -g.*last/)
    }
  },
  {
    name: "from right to left",
    options: { direction: "rtl" },
    act: async (editor) => {
      const { documentOf, page } = editor
      await press(editor, "Tab")
      await page.keyboard.type("# עברית")
      await press(editor, "Enter")
      await page.keyboard.type("- אחת")
      await press(editor, "Enter", "Tab")
      await page.keyboard.type("שתיים")
      await press(editor, "Enter", "Shift+Tab", "Enter")
      await page.keyboard.type("סוף")
      await press(editor, "Home", "Shift+ArrowLeft", "Control+b")
      const document = await documentOf()
      assert.deepStrictEqual(outline(document.nodes), [
        ["heading-1", "עברית"],
        [
          "list-unordered",
          ["list-item", ["paragraph", "אחת"], ["list-unordered", ["list-item", ["paragraph", "שתיים"]]]]
        ],
        ["paragraph", ["ס/bold", "וף"]]
      ])
      const [start, edge] = await Promise.all([
        page.getByText("עברית").evaluate((each) => each.getBoundingClientRect().right),
        page.locator(".quire-document").evaluate((each) => each.getBoundingClientRect().right)
      ])
      assert.isAtLeast(start, edge - 100)
      assert.deepStrictEqual(await findingsOf(page), [])
    }
  }
]

/** What an input method shows while it composes, and what it commits. */
const languages = [
  ["Japanese", ["に", "にほ", "にほん"], "日本"],
  ["Chinese", ["z", "zho", "zhong"], "中"],
  ["Korean", ["ㅎ", "하", "한"], "한"]
] as const

const text = (value: string) => [{ object: "text", leaves: [{ object: "leaf", text: value, marks: [] }] }] as const

const marked = {
  object: "block",
  type: "paragraph",
  key: "marked",
  nodes: [
    {
      object: "text",
      leaves: [
        { object: "leaf", text: "plain ", marks: [] },
        { object: "leaf", text: "bold", marks: [{ object: "mark", type: "bold" }] }
      ]
    }
  ]
} as const

const places = Document.make([
  { object: "block", type: "heading-1", key: "title", data: {}, nodes: text("Title") },
  marked,
  {
    object: "block",
    type: "list-unordered",
    key: "list",
    nodes: [
      {
        object: "block",
        type: "list-item",
        key: "item",
        nodes: [{ object: "block", type: "paragraph", key: "text", nodes: text("item") }]
      }
    ]
  },
  paragraph("last", "last")
])

const boundaries = [
  ["the start of a heading", "Title", "Home", "Title"],
  ["the end of a mark", "plain", "End", "plain bold"],
  ["the start of an item", "item", "Home", "item"],
  ["the end of an item", "item", "End", "item"]
] as const

/** A session whose server is the page itself; `tell` makes another revision, `meet` shows a person. */
const startSession = `(async () => {
  let [revision, head, follower] = ["r1", editor.getDocument(), undefined]
  const transport = {
    readHead: async () => revision,
    readPage: async () => head,
    readParent: async () => undefined,
    savePage: async ({ document }) => ((head = document), (revision += "x"), { revision, isMerged: false, conflicts: [] }),
    followHeads: (one) => ((follower = one), new Promise(() => {}))
  }
  const session = await quire.openPageSession({
    transport, copies: quire.makeMemoryCopies(), name: { server: "s", content: "c", page: "p" }
  })
  session.attach(editor.view)
  window.tell = (change) => { revision = "r2"; head = change(structuredClone(head)); follower.onHead(revision) }
  window.meet = (selection) => follower.onPeople([{ session: "bob-session", user: { id: "bob", displayName: "Bob" }, page: "p", selection }])
})()`

inBrowser("a page", () => {
  const withEditor = editorSuite()

  it.each(flows)("contains what is written $name", async ({ act, document = empty, options = {} }) => {
    await withEditor(document, act, options)
  })

  describe.each(languages)("written by an input method in %s", (_, steps, committed) => {
    it.each(boundaries)("contains what is committed at %s", async (_place, start, key, whole) => {
      await withEditor(places, async (editor) => {
        const { documentOf, page } = editor
        await editor.goTo(start)
        await press(editor, key)
        const session = await page.context().newCDPSession(page)
        for (const step of steps) {
          const end = step.length
          await session.send("Input.imeSetComposition", { text: step, selectionStart: end, selectionEnd: end })
        }
        await session.send("Input.insertText", { text: committed })
        const expected = key === "Home" ? `${committed}${whole}` : `${whole}${committed}`
        const lines = linesOf(await documentOf())
        assert.lengthOf(lines, 4)
        assert.include(
          lines.map((line) => line.replace(/^\w+: /, "")),
          expected
        )
      })
    })

    it("contains what is committed while another person edits the same text (rules editor-remote and editor-presence)", async () => {
      await withEditor(Document.make([paragraph("one", "first"), paragraph("two", "second word")]), async (editor) => {
        const { documentOf, page } = editor
        await page.evaluate(startSession)
        await page.getByText("second").click()
        await press(editor, "End")
        const session = await page.context().newCDPSession(page)
        const compose = (step: string) =>
          session.send("Input.imeSetComposition", {
            text: step,
            selectionStart: step.length,
            selectionEnd: step.length
          })
        await compose(steps[0])
        await page.evaluate(
          `tell((head) => { head.nodes[0].nodes[0].leaves[0].text = "first of all"; head.nodes[1].nodes[0].leaves[0].text = "second big word"; return head })`
        )
        await page.evaluate(`meet({ anchor: { block: "two", offset: 0 }, head: { block: "two", offset: 6 } })`)
        for (const step of steps) await compose(step)
        await session.send("Input.insertText", { text: committed })
        await page.getByText("first of all").waitFor()
        await page.locator(".quire-person-selection").waitFor()
        assert.deepStrictEqual(linesOf(await documentOf()), ["one: first of all", `two: second big word${committed}`])
      })
    })
  })
})
