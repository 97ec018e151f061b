import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, Inline } from "@quire/core"
import { fromDocument, rebaseChanges } from "@quire/editor"

const paragraph = (...nodes: ReadonlyArray<Block.InlineNode>) =>
  fromDocument(Document.make([{ object: "block", type: "paragraph", key: "p", nodes }]))

const bold = [{ object: "mark", type: "bold" }] as const

const before = paragraph(Inline.text("one two three"))

describe("the changes of another person", () => {
  it("leave a text whose marks the writer changed to a merge (rule editor-remote)", () => {
    const local = paragraph(Inline.text("one "), Inline.text("two", bold), Inline.text(" three"))
    assert.isUndefined(rebaseChanges(before, paragraph(Inline.text("one 2 three")), local))
  })

  it("move with the text that the writer inserted before them (rule editor-remote)", () => {
    const local = paragraph(Inline.text("zero one two three"))
    const [change] = rebaseChanges(before, paragraph(Inline.text("one 2 three")), local) ?? []
    assert.deepInclude(change, { kind: "replace", from: 10, to: 13 })
  })
})
