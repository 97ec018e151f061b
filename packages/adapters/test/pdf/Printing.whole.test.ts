import { assert, describe, it } from "@effect/vitest"
import { type Block, type Book, Document, Inline, type VoidBlock } from "@quire/core"
import { DocumentArbitrary, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { print } from "../../src/pdf/Printing.ts"
import * as WriteMath from "../../src/pdf/WriteMath.ts"
import * as Typesetter from "../../src/typesetting/Typesetter.ts"

type Blocks = ReadonlyArray<Block.TopLevel>

const bookOf = (blocks: Blocks): Book.Book => ({
  title: "Book",
  madeAt: 0,
  pages: [{ id: "a", depth: 1, title: "One", document: Document.make(blocks) }],
  targets: {}
})

const sheetsOf = (book: Book.Book): number => print(book, new Map()).sheets

const paragraph = (text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: [Inline.text(text)]
})

const math = (formula: string): VoidBlock.MathBlock => ({
  object: "block",
  type: "math",
  isVoid: true,
  data: { formula }
})

/** A formula in a line of quotations within each other, as deep as they are printed. */
const quoted = (formula: string, depth = 7): Block.Blockquote => ({
  object: "block",
  type: "blockquote",
  nodes:
    depth === 0
      ? [
          {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "inline", type: "inline-math", isVoid: true, data: { formula } }]
          }
        ]
      : [quoted(formula, depth - 1)]
})

const nested = (open: string, close: string) => (depth: number) => `${open.repeat(depth)}x${close.repeat(depth)}`

const formulas: { readonly [name: string]: (depth: number) => string } = {
  fractions: nested("\\frac{1}{", "}"),
  roots: nested("\\sqrt{", "}"),
  exponents: nested("x^{", "}"),
  fences: nested("\\left(", "\\right)"),
  accents: nested("\\hat{", "}"),
  lines: nested("\\overline{", "}"),
  matrices: nested("\\begin{matrix}", "\\end{matrix}"),
  "aligned lines": nested("\\begin{aligned}a&", "\\end{aligned}"),
  texts: nested("\\text{a$", "$}"),
  phantoms: nested("\\phantom{", "}"),
  "many signs": (depth) => `${"x+".repeat(20 * depth)}1`
}

describe("a book with a formula that cannot be typeset", () => {
  it.each(Object.entries(formulas))("prints its source: %s (rule pdf-formulas)", (_, formula) => {
    const depths = [4, 20, 100, 400]
    const blocks = depths.flatMap((depth) => [math(formula(depth)), quoted(formula(depth))])
    assert.isAtLeast(sheetsOf(bookOf([...blocks, paragraph("after")])), 1)
  })
})

describe("a formula", () => {
  const written = (tex: string) => WriteMath.write(Typesetter.typeset({ tex, isBlock: true }) ?? "")
  const deep = Object.entries(formulas).filter(([name]) => name !== "many signs")

  it.each(deep)("renders unless it is deeper than the template allows: %s (rule pdf-formulas)", (_, formula) => {
    assert.isDefined(written(formula(4)))
    assert.isUndefined(written(formula(100)))
  })

  it("renders at any length", () => assert.isDefined(written(`${"x+".repeat(2_000)}1`)))
})

describe("a book of any blocks", () => {
  it("prints: no block rejects the book (rule pdf-formulas)", () => {
    fc.assert(
      fc.property(DocumentArbitrary.normal, (document) => {
        assert.isAtLeast(sheetsOf(bookOf(document.nodes)), 1)
      }),
      { numRuns: Rounds.rounds(5, 300, 25) }
    )
  })
})
