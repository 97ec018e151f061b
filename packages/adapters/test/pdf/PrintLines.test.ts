import { assert, describe, it } from "vitest"
import { isShort, isShortRow, linesOf } from "../../src/pdf/PrintLines.ts"
import type { Part, Parts } from "../../src/pdf/PrintTree.ts"

const par = (letters: number, letter = "a"): Part => ({ k: "par", c: [letter.repeat(letters)] })
const hint = (...c: Parts): Part => ({ k: "hint", style: "info", c })

describe("the estimate whether a part fits on one page (rule pdf-sheets)", () => {
  it("depends on its letters and blocks", () => {
    assert.isTrue(isShort([par(900)]))
    assert.isFalse(isShort([par(1_800)]))
    assert.isFalse(isShort(Array.from({ length: 20 }, () => par(1))))
    assert.isTrue(isShort([hint(par(400), par(400))]))
    assert.isFalse(isShort([hint(hint(par(1_300)))]))
    assert.isAbove(linesOf([par(900, "語")], 90), 1.9 * linesOf([par(900)], 90))
  })

  it("rejects parts of unknown height", () => {
    const figure: Part = { k: "figure", f: "i0.png", alt: "", caption: [], align: "center" }
    assert.isFalse(isShort([figure]))
    assert.isFalse(isShort([hint(figure)]))
    assert.isFalse(isShort([{ k: "par", c: [{ k: "image", f: "i0.png", alt: "", isLine: false }] }]))
  })

  it("accepts a row whose cells are short in their columns", () => {
    assert.isTrue(isShortRow([[par(300)], [par(300)]], []))
    assert.isFalse(isShortRow([[par(300)], [par(900)]], [1, 9]))
    assert.isTrue(isShortRow([[par(60)], [par(900)]], [1, 9]))
    assert.isFalse(
      isShortRow(
        Array.from({ length: 10 }, () => [par(300)]),
        []
      )
    )
    assert.isFalse(isShortRow([[par(5_000)]], []))
  })
})
