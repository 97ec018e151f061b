import { assert, describe, it } from "@effect/vitest"
import { Text } from "@quire/core"
import { Slug } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as FastCheck from "fast-check"
import { propertyOptions } from "../../content/tree/support.ts"

const text = FastCheck.oneof(
  FastCheck.string({ unit: "binary", maxLength: 150 }),
  FastCheck.string({ unit: "grapheme", maxLength: 150 }),
  FastCheck.string({
    unit: FastCheck.constantFrom("İ", "ß", "Σ", "\u0301", "\ufe0f", "é", "한", "क", "ि", "\u{1f600}", "-", " "),
    maxLength: 12
  })
)
const options = propertyOptions(500, 50_000)

describe("a slug (rule slug-form)", () => {
  it("keeps letters and digits of any script", () => {
    const expected = [
      ["Getting started", "getting-started"],
      ["  What's new in v2.0?  ", "what-s-new-in-v2-0"],
      ["---", "page"],
      ["", "page"],
      ["🚀⚙️ Settings", "settings"],
      ["1️⃣ First", "1-first"],
      ["Ångström und Straße", "ångström-und-straße"],
      ["A\u030angstro\u0308m", "ångström"],
      ["はじめに", "はじめに"],
      ["快速 入门", "快速-入门"],
      ["시작하기 2", "시작하기-2"],
      ["हिन्दी में", "हिन्दी-में"],
      ["Привет, мир", "привет-мир"],
      ["\ud800a\udc00", "a"]
    ] as const
    for (const [title, slug] of expected) assert.strictEqual(Slug.make(title), slug)
    assert.strictEqual(Slug.make("?", "section"), "section")
  })

  it("has at most 100 code points and does not end with a dash", () => {
    assert.strictEqual(Slug.make("a".repeat(101)), "a".repeat(100))
    assert.strictEqual(Slug.make("\u{20000}".repeat(101)), "\u{20000}".repeat(100))
    assert.strictEqual(Slug.make(`${"a".repeat(99)} b`), "a".repeat(99))
  })

  it("gets numbers from 2, and becomes shorter so that the number fits", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 10].map((n) => Slug.addNumber("page", n)),
      ["page", "page-2", "page-3", "page-10"]
    )
    assert.strictEqual(Slug.addNumber("\u{20000}".repeat(100), 12), `${"\u{20000}".repeat(97)}-12`)
    assert.strictEqual(Slug.addNumber(`${"a".repeat(97)}-bb`, 2), `${"a".repeat(97)}-2`)
  })

  it(
    "satisfies the form, and stays the same when folded again",
    () =>
      Property.sync(
        [text],
        ([title]) => {
          const slug = Slug.make(title)
          assert.strictEqual(Slug.make(slug), slug)
          assert.strictEqual(Slug.fold(slug), slug)
          assert.match(slug, /^[\p{L}\p{Nd}\p{M}]+(-[\p{L}\p{Nd}\p{M}]+)*$/u)
          assert.isAtMost(Text.codePoints(slug), 100)
          assert.isAtMost(Text.codePoints(Slug.addNumber(slug, 1234)), 100)
        },
        options
      ),
    Property.timeout(options)
  )

  it(
    "ignores case and composition in comparisons (rule page-path)",
    () =>
      Property.sync(
        [text],
        ([slug]) => {
          assert.strictEqual(Slug.fold(Slug.fold(slug)), Slug.fold(slug))
          assert.strictEqual(Slug.fold(slug.normalize("NFD")), Slug.fold(slug))
        },
        options
      ),
    Property.timeout(options)
  )
})
