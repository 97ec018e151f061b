import { assert, describe, it } from "@effect/vitest"
import { Tokens } from "@quire/core"
import * as fc from "fast-check"

describe("the tokenizer (rule search-terms)", () => {
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
    it(`splits ${JSON.stringify(text)}`, () => assert.deepStrictEqual(Tokens.tokenize(text), tokens))
  }

  const found: ReadonlyArray<readonly [text: string, ...words: ReadonlyArray<string>]> = [
    ["東京都で検索する", "検索"],
    ["日本語の文書を検索できます。", "日本語", "文書", "検索"],
    ["インストールの手順を説明します", "インストール", "手順", "説明"],
    ["我们需要安装软件", "安装", "软件"],
    ["請先閱讀使用說明", "閱讀", "使用", "說明"],
    ["搜索API文档和Markdown页面", "搜索", "api", "markdown"],
    ["한국어 문서를 검색", "한국어", "검색"],
    ["설치 방법을 읽어 주세요.", "설치", "읽어"],
    ["ค้นหาเอกสารภาษาไทย", "คนหา", "เอกสาร", "ภาษา", "ไทย"],
    ["วิธีติดตั้งโปรแกรม", "โปรแกรม"],
    ["ＡＰＩ ﾃｽﾄ", "api", "テスト"]
  ]
  for (const [text, ...words] of found) {
    it(`finds ${words.join(", ")} in ${text}`, () => {
      for (const word of words) assert.include(Tokens.tokenize(text), word)
    })
    it(`finds the words that a reader types for ${text}`, () => {
      for (const { isWordLike, segment } of new Intl.Segmenter("und", { granularity: "word" }).segment(text)) {
        if (isWordLike === true) assert.includeMembers([...Tokens.tokenize(text)], [...Tokens.tokenize(segment)])
      }
    })
  }

  it("splits a text into parts that contain the whole text and all of its words", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("one", "two,", "検索する", "Ünï", "-", "\n"), { maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        (words, size) => {
          const text = words.join(" ")
          const parts = Tokens.parts(text, size)
          assert.strictEqual(parts.map((part) => part.text).join(""), text)
          assert.deepStrictEqual(
            parts.flatMap(({ tokens }) => [...tokens]),
            [...Tokens.tokenize(text)]
          )
          for (const { tokens } of parts.slice(0, -1)) assert.lengthOf(tokens, size)
          for (const part of parts) assert.deepStrictEqual(Tokens.tokenize(part.text), part.tokens)
          assert.isAtLeast(parts.length, 1)
        }
      ),
      { numRuns: 300 }
    ))

  it("agrees with the segmenter for ASCII without colons", () => {
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

  it.each([255, 256, 257])("returns whole characters for a letter and surrogate pairs, %i units long", (length) => {
    const word = `${"a".repeat(length % 2)}${"\u{10428}".repeat(length >> 1)}`
    const most = length > 256 ? 255 : length
    assert.deepStrictEqual(Tokens.tokenize(word), [word.slice(0, most)])
    assert.isTrue(word.slice(0, most).isWellFormed())
  })

  it("returns the same tokens when they are tokenized again", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const token of Tokens.tokenize(text)) assert.isTrue(token !== "" && token.length <= 256)
      }),
      { numRuns: 500 }
    ))
})

describe("a search query", () => {
  it("requires all words, and quoted ones in sequence (rule search-query)", () =>
    assert.deepStrictEqual(Tokens.parseQuery('Red "quick Fox" red "one"'), {
      terms: ["red", "one"],
      phrases: [["quick", "fox"]]
    }))
  for (const text of ["", "  ", '""', "!!!"]) {
    it(`finds no terms in ${JSON.stringify(text)}`, () => assert.isUndefined(Tokens.parseQuery(text)))
  }
  it("treats an unclosed quote as an ordinary word", () =>
    assert.deepStrictEqual(Tokens.parseQuery('"quick fox '), { terms: ["quick", "fox"], phrases: [] }))

  const ends: ReadonlyArray<readonly [query: string, prefix: string | undefined, ...terms: ReadonlyArray<string>]> = [
    ["au", "au"],
    ["Quick Áu", "au", "quick"],
    ["quick fo.", "fo", "quick"],
    ['"quick fox" au', "au"],
    ['"quick" au', "au", "quick"],
    ['"quick au', "au", "quick"],
    ["한국", "한국"],
    ["😀 😀a1", "a1"],
    ["quick a", undefined, "quick", "a"],
    ["quick 本", undefined, "quick", "本"],
    ["quick au ", undefined, "quick", "au"],
    ["quick au\n", undefined, "quick", "au"],
    ['"au"', undefined, "au"],
    ['quick "au"', undefined, "quick", "au"],
    ['quick au ""', undefined, "quick", "au"],
    ["quick au -", "au", "quick"]
  ]
  for (const [text, prefix, ...terms] of ends) {
    it(`ends with ${prefix ?? "a whole word"} for ${JSON.stringify(text)} (rule search-prefix)`, () => {
      const parsed = Tokens.parseQuery(text)
      assert.deepStrictEqual([parsed?.prefix, ...(parsed?.terms ?? [])].toSorted(), [prefix, ...terms].toSorted())
    })
  }
})
