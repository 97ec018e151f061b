import { assert, describe, it } from "@effect/vitest"
import { Text } from "@quire/core"
import { Result, Schema } from "effect"
import * as fc from "fast-check"

const Title = Text.singleLine(2, 5)
const decode = Schema.decodeUnknownResult(Title)
const accepts = (text: string) => Result.isSuccess(decode(text))

const units: ReadonlyArray<readonly [string, string]> = [
  ["ASCII", "a"],
  ["the basic plane", "ß"],
  ["an astral character", "😀"],
  ["Chinese", "檔"]
]

describe("single-line text (rules text-single-line and text-length)", () => {
  for (const [name, unit] of units) {
    it(`counts code points of ${name}`, () => {
      assert.deepStrictEqual(
        [1, 2, 5, 6].map((count) => accepts(unit.repeat(count))),
        [false, true, true, false]
      )
    })
  }

  it("counts after normalizing: a letter and its mark are one", () => {
    assert.isTrue(accepts("e\u0301".repeat(5)))
    assert.deepStrictEqual(decode("e\u0301e\u0301"), Result.succeed("éé"))
  })

  it("trims before counting", () => assert.deepStrictEqual(decode("  ab  "), Result.succeed("ab")))

  for (const bad of ["a\nb", "a\tb", "a\u0000b", "a\u007fb", "a\u2028b", "a\ud800b"]) {
    it(`rejects ${JSON.stringify(bad)}`, () => assert.isFalse(accepts(bad)))
  }

  it("rejects more consecutive combining marks than it can reorder (rule text-marks)", () => {
    const title = Schema.decodeUnknownResult(Text.singleLine(1, 1_000))
    const marked = (count: number) => `a${"\u0315\u0300".repeat(500).slice(0, count)}`
    assert.isTrue(Result.isSuccess(title(marked(128))))
    assert.include(String(title(marked(129))), "must not have more than 128 combining marks in a row")
  })

  it("accepts its own output again unchanged", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 8 }), (text) => {
        const once = decode(text)
        if (Result.isSuccess(once)) assert.deepStrictEqual(decode(once.success), once)
      }),
      { numRuns: 500 }
    ))
})

describe("multi-line text", () => {
  const lines = Schema.decodeUnknownResult(Text.multiLine(0, 5))
  it("stays as sent", () => assert.deepStrictEqual(lines(" a\n\t"), Result.succeed(" a\n\t")))
  it("rejects NUL and lone surrogates", () => {
    assert.isTrue(Result.isFailure(lines("\u0000")))
    assert.isTrue(Result.isFailure(lines("\udc00")))
  })
  it("counts code points", () =>
    assert.deepStrictEqual(
      [Result.isSuccess(lines("😀".repeat(5))), Result.isSuccess(lines("😀".repeat(6)))],
      [true, false]
    ))
})

/** Of all characters, and with surrogates that have lost the other half. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("a", "😀", "\ud83d", "\ude00") })
)

describe("the number of code points", () => {
  it("equals the number of iterated ones", () =>
    fc.assert(
      fc.property(anyText, (text) => assert.strictEqual(Text.codePoints(text), Array.from(text).length)),
      { numRuns: 500 }
    ))
})

describe("truncation", () => {
  it("keeps the first or the last characters, and never splits one", () =>
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const points = Array.from(text)
        assert.strictEqual(Text.cut(text, limit), points.slice(0, limit).join(""))
        assert.strictEqual(Text.cutStart(text, limit), points.slice(-limit).join(""))
        assert.deepStrictEqual([Text.cut(text, 0), Text.cutStart(text, 0)], ["", ""])
      }),
      { numRuns: 500 }
    ))
})
