import { assert, describe, it } from "@effect/vitest"
import { type Block, Inline, Slices } from "@quire/core"
import { TextWords } from "@quire/core/internal"

const text = (words: string): ReadonlyArray<Block.InlineNode> => [Inline.text(words)]

const areKept = (...given: Parameters<typeof TextWords.areKept>) => Slices.finish(TextWords.areKept(...given))

const kept = (base: string, primary: string, changed: string, merged: string) =>
  areKept({ base: text(base), primary: text(primary), changed: text(changed) }, text(merged))

/** Base, primary, changed, a proposed merge, and whether it keeps the changes of both sides. */
const rows: ReadonlyArray<readonly [string, string, string, string, boolean]> = [
  ["a", "a one", "two a", "two a one", true],
  ["a", "a one", "two a", "two a", false],
  ["a", "a one", "two a", "a one", false],
  ["a", "a one", "two a", "", false],
  ["a", "a one one", "two a", "two a one", false],
  ["a b", "a", "a b c", "a c", true],
  ["a b", "a", "a b c", "a b c", false],
  ["a", "a one", "twoa", "twoa one", true],
  ["a", "a one", "a two", "a onetwo", true],
  ["a", "a one", "a two", "a strange", false],
  ["a", "a one", "a two", "a strange two", false]
]

describe("a text that is said to be merged", () => {
  for (const [base, primary, changed, merged, isKept] of rows) {
    it(`"${base}" by "${primary}" and "${changed}" as "${merged}": ${isKept ? "keeps all" : "loses a word"}`, () => {
      assert.strictEqual(kept(base, primary, changed, merged), isKept)
      assert.strictEqual(kept(base, changed, primary, merged), isKept)
    })
  }

  it("has a word in the marks that its writer gave it, also within another word", () => {
    const bold = (words: string) => Inline.text(words, [{ object: "mark", type: "bold" }])
    const sides = { base: text("a"), primary: text("a one"), changed: text("a two") }
    assert.isFalse(areKept(sides, [Inline.text("a two "), bold("one")]))
    assert.isFalse(areKept(sides, [Inline.text("a two "), bold("onemore")]))
    const bolder = { base: text("a"), primary: [Inline.text("a "), bold("b")], changed: text("a two") }
    assert.isTrue(areKept(bolder, [Inline.text("a two "), bold("bmore")]))
    assert.isFalse(areKept(bolder, [Inline.text("a two "), bold("more")]))
  })
})
