import { assert, describe, it } from "@effect/vitest"
import { Text, Tokens } from "@quire/core"
import { FastCheck as fc } from "effect"

describe("tokens", () => {
  const table: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["The quick, brown FOX!", ["the", "quick", "brown", "fox"]],
    ["Crème brûlée", ["creme", "brulee"]],
    ["ﬁne print", ["fine", "print"]],
    ["don't stop at v1.5.2, foo_bar or 1,024;", ["don't", "stop", "at", "v1.5.2", "foo_bar", "or", "1,024"]],
    ["a:b a/b a-b", ["a", "b", "a", "b", "a", "b"]],
    ["___", []],
    ["", []],
    ["--- ***", []]
  ]
  for (const [text, tokens] of table) {
    it(`of ${JSON.stringify(text)}`, () => assert.deepStrictEqual(Tokens.tokenize(text), tokens))
  }

  for (const [text, word] of [
    ["東京都で検索する", "検索"],
    ["我们需要安装软件", "安装"],
    ["한국어 문서를 검색", "검색"]
  ] as const) {
    it(`finds ${word} in ${text}`, () => assert.include(Tokens.tokenize(text), word))
  }

  it("of ASCII without colons are those of the segmenter", () => {
    const segmenter = new Intl.Segmenter("und", { granularity: "word" })
    const ascii = fc.string({ unit: fc.constantFrom(..."abZ019_'.,;-/ \"\n"), maxLength: 14 })
    fc.assert(
      fc.property(ascii, (text) => {
        const words = [...segmenter.segment(text)].filter(
          ({ isWordLike, segment }) => isWordLike && /[a-z0-9]/i.test(segment)
        )
        assert.deepStrictEqual(
          Tokens.tokenize(text),
          words.map(({ segment }) => segment.toLowerCase())
        )
      }),
      { numRuns: 2000 }
    )
  })

  it("are the same when made again from themselves", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const token of Tokens.tokenize(text)) assert.isTrue(token !== "" && token.length <= 256)
      }),
      { numRuns: 500 }
    ))
})

describe("queries", () => {
  it("words must all occur, quoted ones in a row", () =>
    assert.deepStrictEqual(Tokens.parseQuery('Red "quick Fox" red "one"'), {
      terms: ["red", "one"],
      phrases: [["quick", "fox"]]
    }))
  for (const text of ["", "  ", '""', "!!!"]) {
    it(`${JSON.stringify(text)} looks for nothing`, () => assert.isUndefined(Tokens.parseQuery(text)))
  }
  it("an unclosed quote is a word like any other", () =>
    assert.deepStrictEqual(Tokens.parseQuery('"quick fox'), { terms: ["quick", "fox"], phrases: [] }))
})

describe("excerpts", () => {
  it("hold the word looked for and are no longer than asked", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("alpha", "beta", "gamma", "😀", "delta"), { minLength: 1, maxLength: 200 }),
        fc.nat(190),
        (words, at) => {
          const text = [...words.slice(0, at), "needle", ...words.slice(at)].join(" ")
          const shown = Tokens.excerpt(text, new Set(["needle"]), 200)
          assert.include(shown, "needle")
          assert.isAtMost(Text.codePoints(shown), 200)
        }
      )
    ))
})
