import { assert, describe, it } from "@effect/vitest"
import { type Block, Inline } from "@quire/core"
import { TextWords } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as fc from "fast-check"

const text = (words: string): ReadonlyArray<Block.InlineNode> => [Inline.text(words)]

const areKept = (...given: Parameters<typeof TextWords.areKept>) => TextWords.areKept(...given)

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

describe("the check of a merged text", () => {
  for (const [base, primary, changed, merged, isKept] of rows) {
    it(`${isKept ? "accepts" : "finds a lost word in"} "${base}" by "${primary}" and "${changed}" as "${merged}"`, () => {
      assert.strictEqual(kept(base, primary, changed, merged), isKept)
      assert.strictEqual(kept(base, changed, primary, merged), isKept)
    })
  }

  it("finds a word with the marks of its author, also within another word", () => {
    const bold = (words: string) => Inline.text(words, [{ object: "mark", type: "bold" }])
    const sides = { base: text("a"), primary: text("a one"), changed: text("a two") }
    assert.isFalse(areKept(sides, [Inline.text("a two "), bold("one")]))
    assert.isFalse(areKept(sides, [Inline.text("a two "), bold("onemore")]))
    const bolder = { base: text("a"), primary: [Inline.text("a "), bold("b")], changed: text("a two") }
    assert.isTrue(areKept(bolder, [Inline.text("a two "), bold("bmore")]))
    assert.isFalse(areKept(bolder, [Inline.text("a two "), bold("more")]))
  })
})

describe("a word that results from joining", () => {
  const bold: Inline.Mark = { object: "mark", type: "bold" }
  const leaf = fc.tuple(fc.stringMatching(/^[ab ]{1,5}$/), fc.boolean())
  const nodes = fc
    .array(leaf, { maxLength: 4 })
    .map((leaves) => leaves.map(([text, isBold]) => Inline.text(text, isBold ? [bold] : [])))
  const words = nodes.map((nodes) => [...TextWords.wordsOf(nodes)])

  const countJoined = (word: string, joined: ReadonlyArray<string>): number => {
    const start = word.indexOf(":") + 1
    const [style, letters] = [word.slice(0, start), word.slice(start)]
    const count = (each: string) => (each.startsWith(style) ? each.slice(start).split(letters).length - 1 : 0)
    return joined.reduce((sum, each) => sum + count(each), 0)
  }

  it("counts as kept exactly when the result contains it often enough, alone or joined", () =>
    Property.sync([words, words, words, words, fc.boolean()], ([base, own, other, more, isJoined]) => {
      const result = isJoined ? [...more, `:${own.join("").replaceAll(/[^ab]/g, "")}`, "@/a=:b"] : more
      const account = TextWords.account({ base, own, other, result })
      const joined = result.filter((word) => ![base, own, other].flat().includes(word))
      for (const [word, by] of account.changes) {
        if (by < 0) continue
        const least = Math.max((account.own.get(word) ?? 0) - (account.gone.get(word) ?? 0), 1)
        const stands = (account.result.get(word) ?? 0) + countJoined(word, joined) >= least
        assert.strictEqual(TextWords.stands(account, word, false), stands)
      }
    }))

  it("counts thousands of them as kept", () => {
    const numbers = Array.from({ length: 4_000 }, (_, number) => number)
    const own = numbers.map((number) => `:w${number}w`)
    const result = numbers.map((number) => `:x${number}w${number}w`)
    const account = TextWords.account({ base: [], own, other: [], result })
    for (const word of own) assert.isTrue(TextWords.stands(account, word, false))
  })
})
