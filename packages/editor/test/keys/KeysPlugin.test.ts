import { assert, describe, it } from "@effect/vitest"
import { fromDocument, keys, schema, toDocument } from "@quire/editor"
import { setBlockType } from "prosemirror-commands"
import { history, undo } from "prosemirror-history"
import { EditorState, TextSelection, type Transaction } from "prosemirror-state"
import { addRowAfter } from "prosemirror-tables"

type Document = Parameters<typeof fromDocument>[0]
type Blocks = Document["nodes"]

const paragraph = (key: string, text: string): Extract<Blocks[number], { type: "paragraph" }> => ({
  object: "block",
  type: "paragraph",
  key,
  nodes: text === "" ? [] : [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
})

/** A heading, with an anchor and an id if it is the original. */
const heading = (key: string, text: string, isOriginal = true): Blocks[number] => ({
  object: "block",
  type: "heading-1",
  key,
  data: isOriginal ? { id: "anchor" } : {},
  ...(isOriginal ? { meta: { id: "id" } } : {}),
  nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
})

const open = (...nodes: Blocks): EditorState => {
  let made = 0
  return EditorState.create({
    doc: fromDocument({ object: "document", data: { schemaVersion: 1 }, nodes }),
    plugins: [history(), keys({ makeKey: () => `new${made++}` })]
  })
}

/** The keys and texts of the blocks of a state at the top level. */
const linesOf = ({ doc }: EditorState) =>
  doc.children.map(({ attrs, textContent }) => `${attrs["key"]}: ${textContent}`)

const select = (state: EditorState, at: number) =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))

const turn = (state: EditorState): EditorState => {
  let next = state
  const type = schema.nodes["heading"]
  if (type) setBlockType(type, { level: 2 })(state, (tr) => (next = state.apply(tr)))
  return next
}

const [one, two] = [paragraph("one", "abcdef"), paragraph("two", "gh")]

type Edit = (tr: Transaction) => Transaction

const edits: ReadonlyArray<readonly [title: string, blocks: Blocks, edit: Edit, lines: ReadonlyArray<string>]> = [
  ["the first part of a split if it is larger", [one], (tr) => tr.split(5), ["one: abcd", "new0: ef"]],
  ["the second part of a split if it is larger", [one], (tr) => tr.split(2), ["new0: a", "one: bcdef"]],
  ["the text before which an empty block is made", [one], (tr) => tr.split(1), ["new0: ", "one: abcdef"]],
  ["the first of two empty parts", [paragraph("one", "")], (tr) => tr.split(1), ["one: ", "new0: "]],
  ["the longer text of a join", [two, one], (tr) => tr.join(4), ["one: ghabcdef"]],
  ["what is left of two texts", [one, two], (tr) => tr.delete(2, 10), ["one: ah"]],
  ["a text that moves", [one, two], (tr) => tr.delete(8, 12).insert(0, tr.before.child(1)), ["two: gh", "one: abcdef"]],
  [
    "the original of a copy, also of one before it",
    [one, two],
    (tr) => tr.insert(0, tr.doc.child(1)).insert(0, tr.doc.child(1)),
    ["new0: abcdef", "new1: gh", "one: abcdef", "two: gh"]
  ],
  [
    "a block that is pasted back",
    [one, two],
    (tr) => tr.delete(0, 8).insert(4, tr.before.child(0)),
    ["two: gh", "one: abcdef"]
  ]
]

describe("the key of a block (rule editor-keys)", () => {
  it.each(edits)("belongs to %s", (_, blocks, edit, lines) => {
    const state = open(...blocks)
    const edited = state.apply(edit(state.tr))
    assert.deepStrictEqual(linesOf(edited), lines)
    let undone = edited
    undo(edited, (tr) => (undone = edited.apply(tr)))
    assert.isTrue(undone.doc.eq(state.doc))
  })

  it("stays when a block becomes another type, also an empty one", () => {
    assert.deepStrictEqual(linesOf(turn(select(open(one), 3))), ["one: abcdef"])
    assert.deepStrictEqual(linesOf(turn(select(open(two, paragraph("one", "")), 5))), ["two: gh", "one: "])
  })

  it("stays when a block is wrapped, and the wrapper has its own", () => {
    const state = open(one, two)
    const range = state.doc.resolve(1).blockRange(state.doc.resolve(10))
    const type = schema.nodes["blockquote"]
    assert.isTrue(range !== null && type !== undefined)
    const wrapped = range && type ? state.apply(state.tr.wrap(range, [{ type }])) : state
    assert.deepStrictEqual(linesOf(wrapped), ["new0: abcdefgh"])
    assert.deepStrictEqual(
      wrapped.doc.child(0).children.map(({ attrs }) => attrs["key"]),
      ["one", "two"]
    )
  })

  it("stays absent where a document has none", () => {
    const { key: _, ...bare } = one
    const state = open(bare, two)
    assert.deepStrictEqual(linesOf(state.apply(state.tr.insertText("x", 10))), ["null: abcdef", "two: gxh"])
  })
})

describe("a copy", () => {
  it("has neither the anchor nor the id of its original", () => {
    const state = open(heading("one", "title"))
    const { nodes } = toDocument(state.apply(state.tr.insert(7, state.doc.child(0))).doc)
    assert.deepStrictEqual(nodes, [heading("one", "title"), heading("new0", "title", false)])
  })

  it("has its own blocks in annotations", () => {
    const note: Blocks[number] = {
      object: "block",
      type: "paragraph",
      key: "one",
      nodes: [
        {
          object: "inline",
          type: "annotation",
          nodes: [{ object: "text", leaves: [{ object: "leaf", text: "word", marks: [] }] }],
          fragments: [{ object: "fragment", type: "annotation-body", nodes: [paragraph("note", "explained")] }]
        }
      ]
    }
    const state = open(note)
    const copied = JSON.stringify(toDocument(state.apply(state.tr.insert(0, state.doc.child(0))).doc))
    assert.deepStrictEqual(
      Array.from(copied.matchAll(/"key":"(\w+)"/g), ([, key]) => key),
      ["new0", "new1", "one", "note"]
    )
  })
})

describe("a row of a table", () => {
  it("has an id of its own when it is added", () => {
    const cell = { object: "fragment", fragment: "r1-c1", nodes: [paragraph("cell", "text")] } as const
    const state = open({
      object: "block",
      type: "table",
      key: "table",
      isVoid: true,
      data: {
        view: { type: "grid", columns: ["c1"], hideHeader: false },
        records: { r1: { orderIndex: "a0", values: { c1: "r1-c1" } } },
        definition: { c1: { id: "c1", title: "", type: "text", textAlignment: "left" } }
      },
      fragments: [cell]
    })
    let at = 0
    state.doc.descendants((node, pos) => {
      if (node.isText) at = pos
      return true
    })
    const selected = select(state, at)
    let added = selected
    addRowAfter(selected, (tr) => (added = selected.apply(tr)))
    const [table] = toDocument(added.doc).nodes
    assert.strictEqual(table?.type, "table")
    const { records } = table?.type === "table" ? table.data : { records: {} }
    assert.deepStrictEqual(records, {
      r1: { orderIndex: "a0", values: { c1: "r1-c1" } },
      rnew0: { orderIndex: "a1", values: {} }
    })
  })
})
