import { assert, describe, it } from "@effect/vitest"
import { editorPlugins, fromDocument, toDocument } from "@quire/editor"
import { EditorState, TextSelection, type Transaction } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"

type Blocks = Parameters<typeof fromDocument>[0]["nodes"]

/** What the plugins use of a view. */
class Keyboard {
  state: EditorState
  readonly composing = false
  readonly editable = true

  constructor(nodes: Blocks) {
    let made = 0
    const makeKey = () => `new${made++}`
    const doc = fromDocument({ object: "document", data: { schemaVersion: 1 }, nodes })
    const state = EditorState.create({ doc, plugins: [...editorPlugins({ makeKey })] })
    this.state = state.apply(state.tr.setSelection(TextSelection.atEnd(doc)))
  }

  readonly dispatch = (tr: Transaction): void => {
    this.state = this.state.apply(tr)
  }

  endOfTextblock(): boolean {
    return true
  }

  get #view(): EditorView {
    return this as unknown as EditorView
  }

  /** Types characters, of which `\n` is the Enter key and `\t` the Tab key. */
  type(text: string): this {
    for (const character of text) {
      if (character === "\n") this.press("Enter")
      else if (character === "\t") this.press("Tab")
      else this.#insert(character)
    }
    return this
  }

  press(key: string, modifiers: { readonly ctrlKey?: boolean; readonly shiftKey?: boolean } = {}): this {
    const event = { key, keyCode: 0, altKey: false, metaKey: false, ctrlKey: false, shiftKey: false, ...modifiers }
    this.state.plugins.some((plugin) =>
      plugin.props.handleKeyDown?.call(plugin, this.#view, event as unknown as KeyboardEvent)
    )
    return this
  }

  #insert(character: string): void {
    const { from, to } = this.state.selection
    const insert = () => this.state.tr.insertText(character, from, to)
    const isHandled = this.state.plugins.some((plugin) =>
      plugin.props.handleTextInput?.call(plugin, this.#view, from, to, character, insert)
    )
    if (!isHandled) this.dispatch(insert())
  }

  get blocks(): Blocks {
    return toDocument(this.state.doc).nodes
  }
}

const paragraph = (...nodes: Extract<Blocks[number], { type: "paragraph" }>["nodes"]): Blocks[number] => ({
  object: "block",
  type: "paragraph",
  key: "p",
  nodes
})

/** The shape of blocks: their type, their data and their text, with marks. */
const outline = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(outline)
  if (typeof value !== "object" || value === null) return value
  const { data, leaves, marks, nodes, object, text, type } = Object.fromEntries(Object.entries(value))
  if (object === "text") return outline(leaves)
  if (object === "leaf") {
    const names = Array.isArray(marks) ? marks.map((mark: { readonly type: string }) => mark.type) : []
    return [text, ...names].join("/")
  }
  const own = data === undefined || Object.keys(data).length === 0 ? [type] : [type, data]
  const inner: ReadonlyArray<unknown> = Array.isArray(nodes) ? nodes.flatMap((node) => [outline(node)]) : []
  return [...own, ...inner.map((each) => (Array.isArray(each) && each.length === 1 ? each[0] : each))]
}

const written = (text: string) => outline(new Keyboard([paragraph()]).type(text).blocks)

const item = (text: string) => ["list-item", ["paragraph", text]]

const cases: ReadonlyArray<readonly [typed: string, blocks: ReadonlyArray<unknown>]> = [
  [
    "## Title\ntext",
    [
      ["heading-2", "Title"],
      ["paragraph", "text"]
    ]
  ],
  [
    "- one\ntwo\n\nthree",
    [
      ["list-unordered", item("one"), item("two")],
      ["paragraph", "three"]
    ]
  ],
  ["3. one\ntwo", [["list-ordered", { start: 3 }, item("one"), item("two")]]],
  ["- one\n\ttwo", [["list-unordered", ["list-item", ["paragraph", "one"], ["list-unordered", item("two")]]]]],
  ["[x] done", [["list-tasks", ["list-item", { checked: true }, ["paragraph", "done"]]]]],
  ["> said", [["blockquote", ["paragraph", "said"]]]],
  [
    "```js one\ntwo\n\nafter",
    [
      ["code", { syntax: "js" }, ["code-line", "one"], ["code-line", "two"]],
      ["paragraph", "after"]
    ]
  ],
  [
    "a **b** *c* `d` ~~e~~ f",
    [["paragraph", ["a ", "b/bold", " ", "c/italic", " ", "d/code", " ", "e/strikethrough", " f"]]]
  ],
  ["2 * 3 * 4 and snake_case_name", [["paragraph", "2 * 3 * 4 and snake_case_name"]]]
]

describe("typing", () => {
  it.each(cases)("makes blocks and marks of %j", (typed, blocks) => {
    assert.deepStrictEqual(written(typed), blocks)
  })

  it("brings the signs back with the Backspace key right after them", () => {
    const keyboard = new Keyboard([paragraph()]).type("# ").press("Backspace")
    assert.deepStrictEqual(outline(keyboard.blocks), [["paragraph", "# "]])
  })

  it("keeps the key of the block that becomes a heading, and gives lines of their own keys", () => {
    const { blocks } = new Keyboard([paragraph()]).type("# Title\ntext")
    assert.deepStrictEqual(
      blocks.map(({ key }) => key),
      ["p", "new0"]
    )
  })

  it("breaks a line with Shift and Enter, and undoes with Control and Z", () => {
    const keyboard = new Keyboard([paragraph()]).type("a").press("Enter", { shiftKey: true }).type("b")
    assert.deepStrictEqual(outline(keyboard.blocks), [["paragraph", "a\nb"]])
    assert.deepStrictEqual(keyboard.press("z", { ctrlKey: true }).blocks, [paragraph()])
  })
})
