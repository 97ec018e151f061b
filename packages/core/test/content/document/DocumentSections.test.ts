import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, DocumentText, Inline } from "@quire/core"
import { DocumentSections } from "@quire/core/internal"
import { DocumentArbitrary } from "@quire/testing"
import * as fc from "fast-check"

const paragraph = (...nodes: ReadonlyArray<Block.InlineNode | string>): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: nodes.map((node) => (typeof node === "string" ? Inline.text(node) : node))
})

const heading = (level: 1 | 2 | 3, text: string, ...more: ReadonlyArray<Block.InlineNode>): Block.Heading => ({
  object: "block",
  type: `heading-${level}`,
  data: {},
  nodes: [Inline.text(text), ...more]
})

const expression = (source: string): Inline.InlineExpression => ({
  object: "inline",
  type: "expression",
  data: { expression: source },
  isVoid: true
})

const when = (source: string, ...nodes: ReadonlyArray<Block.TopLevel>): Block.If => ({
  object: "block",
  type: "if",
  data: { expression: source },
  nodes
})

const hint = (...nodes: ReadonlyArray<Block.Essential>): Block.Hint => ({
  object: "block",
  type: "hint",
  data: { style: "info" },
  nodes
})

const sectionsOf = (...nodes: ReadonlyArray<Block.TopLevel>) => DocumentSections.ofDocument(Document.make([...nodes]))

const summaryOf = (...nodes: ReadonlyArray<Block.TopLevel>) =>
  sectionsOf(...nodes).map(({ anchor, conditions, text }) => [anchor, conditions.join(), text])

describe("the division of a document into sections", () => {
  it("makes sections from heading to heading with the blocks between", () => {
    const inner = { ...heading(3, "Inner"), key: "k1" }
    const found = sectionsOf(
      paragraph("before"),
      heading(1, "One"),
      paragraph("a"),
      hint(paragraph("b"), inner, paragraph("c")),
      paragraph("d"),
      heading(2, "Empty")
    )
    const conditions: ReadonlyArray<string> = []
    assert.deepStrictEqual(found, [
      { id: "", title: "", anchor: "", conditions, text: "before" },
      { id: "one", title: "One", anchor: "one", conditions, text: "a\nb" },
      { id: "k1", title: "Inner", anchor: "inner", conditions, text: "c\nd" },
      { id: "empty", title: "Empty", anchor: "empty", conditions, text: "" }
    ])
  })

  it("separates text by the conditions around it (rule search-conditions)", () =>
    assert.deepStrictEqual(
      summaryOf(
        when("x", paragraph("a")),
        paragraph("b"),
        heading(1, "One"),
        paragraph("c"),
        when("x", paragraph("d"), when("y", paragraph("e"), when("x", paragraph("f")))),
        when(" ", paragraph("g")),
        when("x", hint(paragraph("h")))
      ),
      [
        ["", "x", "a"],
        ["", "", "b"],
        ["one", "", "c\ng"],
        ["one", "x", "d\nh"],
        ["one", "x,y", "e\nf"]
      ]
    ))

  it("limits a conditional heading to the scope of its condition", () => {
    assert.deepStrictEqual(
      summaryOf(
        heading(1, "One"),
        when("x", paragraph("a"), heading(2, "Two"), paragraph("b"), when("y", heading(2, "Three")), paragraph("c")),
        paragraph("d"),
        when("x", paragraph("e"))
      ),
      [
        ["one", "", "d"],
        ["one", "x", "a\ne"],
        ["two", "x", "b\nc"],
        ["three", "x,y", ""]
      ]
    )
  })

  it("omits the text of expressions and keeps the numbers of headings whose anchors they change", () => {
    const [asked, plain] = [expression("visitor.claims.secret"), { ...heading(2, "Plain") }]
    assert.deepStrictEqual(
      sectionsOf(heading(1, "Hello ", asked), paragraph("you ", asked, "!"), plain).map(
        ({ anchor, heading, text, title }) => [anchor, title, text, heading]
      ),
      [
        ["hello-visitor-claims-secret", "Hello", "you !", 0],
        ["plain", "Plain", "", 1]
      ]
    )
    assert.deepStrictEqual(
      sectionsOf(paragraph("a"), when("x", heading(1, "One")), heading(1, "One")).map(({ anchor, heading }) => [
        anchor,
        heading
      ]),
      [
        ["", undefined],
        ["one", 0],
        ["one-2", 1]
      ]
    )
    assert.isTrue(sectionsOf(when("x", paragraph("a")), heading(1, "One")).every((section) => !("heading" in section)))
  })

  it("puts every word of the document into one section, except those in expressions", () =>
    fc.assert(
      fc.property(DocumentArbitrary.normal, (document) => {
        const words = (text: string) => (text.match(/[a-z]+/g) ?? []).sort()
        const titles = new Map<string, string>()
        const sections = DocumentSections.ofDocument(document)
        for (const { anchor, title } of sections) titles.set(anchor, title)
        const found = [...titles.values(), ...sections.map(({ text }) => text)]
        const whole = DocumentText.ofDocument(document, () => "")
        assert.deepStrictEqual(words(found.join("\n")), words(whole))
      }),
      { numRuns: 100 }
    ))
})
