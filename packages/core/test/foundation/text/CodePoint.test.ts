import { assert, describe, it } from "@effect/vitest"
import { CodePoint } from "@quire/core"
import * as fc from "fast-check"

/** Characters around the edges of the surrogates and of the basic plane. */
const character = fc.constantFrom("a", "b", "\u{d7ff}", "\u{e000}", "\u{ffff}", "\u{10000}", "\u{103ff}", "\u{10ffff}")
const text = fc.array(character, { maxLength: 4 }).map((characters) => characters.join(""))

const points = (of: string) => Array.from(of, (each) => each.codePointAt(0) ?? 0)

const orderOf = (left: ReadonlyArray<number>, right: ReadonlyArray<number>) => {
  const at = left.findIndex((point, index) => point !== right[index])
  return Math.sign(at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1))
}

describe("a code point", () => {
  it("orders texts", () =>
    fc.assert(
      fc.property(text, text, (left, right) =>
        assert.strictEqual(Math.sign(CodePoint.compare(left, right)), orderOf(points(left), points(right)))
      ),
      { numRuns: 500 }
    ))

  it("reads whole at an offset, and is absent at the end", () =>
    fc.assert(
      fc.property(text, character, text, (before, character, after) => {
        assert.strictEqual(CodePoint.characterAt(before + character + after, before.length), character)
        assert.strictEqual(CodePoint.characterAt(before, before.length), "")
      })
    ))

  it("stays whole when a common run from two offsets is counted in units", () =>
    fc.assert(
      fc.property(text, text, text, text, text, (before, other, shared, left, right) => {
        const [first, second] = [shared + left, shared + right]
        const [a, b] = [Array.from(first), Array.from(second)]
        const end = a.findIndex((each, index) => each !== b[index])
        const expected = a.slice(0, end === -1 ? a.length : end).join("").length
        const found = CodePoint.sharedLength(before + first, before.length, other + second, other.length)
        assert.strictEqual(found, expected)
      }),
      { numRuns: 500 }
    ))

  it("stays whole in a common prefix", () => {
    assert.strictEqual(CodePoint.sharedLength("\u{10000}", 0, "\u{10001}", 0), 0)
    assert.strictEqual(CodePoint.sharedLength("\u{10000}", 0, "\u{10000}", 0), 2)
    assert.strictEqual(CodePoint.sharedLength("a\u{10000}", 0, "a\u{10001}", 0), 1)
  })
})
