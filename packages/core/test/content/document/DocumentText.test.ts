import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, DocumentText, Inline } from "@quire/core"
import * as fc from "fast-check"

const paragraph = (text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: [Inline.text(text)]
})

const heading = (level: 1 | 2 | 3, text: string, id?: string, key?: string): Block.Heading => ({
  object: "block",
  type: `heading-${level}`,
  ...(key === undefined ? {} : { key }),
  data: id === undefined ? {} : { id },
  nodes: [Inline.text(text)]
})

const hint = (...nodes: ReadonlyArray<Block.Essential>): Block.Hint => ({
  object: "block",
  type: "hint",
  data: { style: "info" },
  nodes
})

describe("the headings of a document", () => {
  it("gives each heading a separate anchor, from its id or text, at any depth", () => {
    const document = Document.make([
      heading(1, "Set up"),
      hint(heading(2, "Set Up")),
      heading(3, "Set up!", "custom"),
      heading(2, "日本語 ガイド"),
      heading(2, "…"),
      heading(2, "Custom")
    ])
    assert.deepStrictEqual(
      DocumentText.headings(document).map(({ level, title, anchor }) => [level, title, anchor]),
      [
        [1, "Set up", "set-up"],
        [2, "Set Up", "set-up-2"],
        [3, "Set up!", "custom"],
        [2, "日本語 ガイド", "日本語-ガイド"],
        [2, "…", "section"],
        [2, "Custom", "custom-2"]
      ]
    )
  })

  it("never gives two headings the same anchor", () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "a-2", "A", "a 2", "", "b")), (titles) => {
        const anchors = DocumentText.headings(Document.make(titles.map((title) => heading(2, title)))).map(
          ({ anchor }) => anchor
        )
        assert.strictEqual(new Set(anchors).size, titles.length)
      })
    ))

  it("lists those that a page shows when it opens, with their anchors (rule publication-outline)", () => {
    const expandable: Block.Expandable = {
      object: "block",
      type: "expandable",
      isVoid: true,
      data: {},
      fragments: [
        { object: "fragment", fragment: "expandable-title", nodes: [paragraph("More")] },
        { object: "fragment", fragment: "expandable-body", nodes: [heading(2, "Set up"), hint(heading(2, "Hidden"))] }
      ]
    }
    const tab = (title: string, ...nodes: ReadonlyArray<Block.TopLevel>): Block.TabsItem => ({
      object: "block",
      type: "tabs-item",
      data: { title },
      nodes
    })
    const tabs: Block.Tabs = {
      object: "block",
      type: "tabs",
      nodes: [tab("a", heading(2, "First"), expandable), tab("b", heading(2, "Second"))]
    }
    const noted: Block.Paragraph = {
      object: "block",
      type: "paragraph",
      nodes: [
        {
          object: "inline",
          type: "annotation",
          nodes: [Inline.text("a")],
          fragments: [
            { object: "fragment", type: "annotation-body", fragment: "annotation-body", nodes: [heading(2, "Noted")] }
          ]
        }
      ]
    }
    const document = Document.make([expandable, hint(heading(3, "Set up")), tabs, noted, heading(2, " ")])
    assert.deepStrictEqual(
      DocumentText.outline(document).map(({ level, title, anchor }) => [level, title, anchor]),
      [
        [3, "Set up", "set-up-2"],
        [2, "First", "first"]
      ]
    )
  })

  it("returns the first heading that has text", () => {
    assert.strictEqual(DocumentText.firstHeading(Document.make([heading(1, " "), hint(heading(3, "Two"))])), "Two")
    assert.isUndefined(DocumentText.firstHeading(Document.make([paragraph("x")])))
  })
})

describe("plain text", () => {
  it("contains the text of inlines", () => {
    const nodes: ReadonlyArray<Block.InlineNode> = [
      Inline.text("a "),
      Inline.link({ kind: "url", url: "x.md" }, [Inline.text("b", [{ object: "mark", type: "bold" }])]),
      { object: "inline", type: "emoji", data: { code: "1f680" }, isVoid: true },
      { object: "inline", type: "inline-math", data: { formula: "x^2" }, isVoid: true }
    ]
    assert.strictEqual(DocumentText.ofInlines(nodes), "a b🚀x^2")
  })
})
