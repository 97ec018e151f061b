import { assert, describe, it } from "@effect/vitest"
import { SearchQueries } from "@quire/core/internal"

const wordsOf = (query: string) => {
  const parsed = SearchQueries.parse(query)
  return { terms: parsed?.terms.map(({ word }) => word), prefix: parsed?.prefix?.word }
}

describe("a search query (rule search-query)", () => {
  it("has words, phrases in quotes and excluded words", () => {
    const parsed = SearchQueries.parse('Red "quick Fox" red "one" -blue -"dry-run" x-ray ')
    assert.deepStrictEqual(
      parsed?.terms.map(({ word }) => word),
      ["red", "x", "ray"]
    )
    assert.deepStrictEqual(parsed?.phrases, [["quick", "fox"], ["one"]])
    assert.deepStrictEqual(
      parsed?.excluded.map((terms) => terms.map(({ word }) => word)),
      [["blue"], ["dry", "run"]]
    )
    assert.isUndefined(parsed?.prefix)
  })

  it.each(["", "  ", '""', "!!!"])("has nothing to look for: %j", (text) =>
    assert.isUndefined(SearchQueries.parse(text))
  )

  it("treats an unclosed quote as an ordinary word", () =>
    assert.deepStrictEqual(wordsOf('"quick fox '), { terms: ["quick", "fox"], prefix: undefined }))

  it("looks for stems of all languages", () => {
    const [term] = SearchQueries.parse("installing ")?.terms ?? []
    assert.includeMembers([...(term?.forms ?? [])], ["instal", "~instal"])
  })

  it("looks for each two neighbouring characters of a text without spaces, in quotes for all in a row", () => {
    assert.deepStrictEqual(wordsOf("安装插件 "), { terms: ["安装", "装插", "插件"], prefix: undefined })
    assert.deepStrictEqual(SearchQueries.parse('"安装插件"')?.phrases, [["安装", "装插", "插件"]])
  })

  it.each([
    ["C++ ", ["c++"]],
    ["C# ", ["c#"]],
    [".NET ", [".net"]],
    ["--dry-run ", ["dry", "run"]],
    ["getUserById ", ["get", "user", "by", "id"]]
  ])("%s looks for %s", (text, terms) => assert.deepStrictEqual(wordsOf(text).terms, terms))

  it("looks for 32 terms at most", () => {
    const text = Array.from({ length: 40 }, (_, at) => `w${at} `).join("")
    assert.lengthOf(SearchQueries.parse(text)?.terms ?? [], SearchQueries.limits.terms)
  })
})

describe("the last word of a query (rule search-prefix)", () => {
  const ends: ReadonlyArray<readonly [query: string, prefix: string | undefined, ...terms: ReadonlyArray<string>]> = [
    ["au", "au"],
    ["Quick Áu", "au", "quick"],
    ["quick fo.", "fo", "quick"],
    ['"quick fox" au', "au"],
    ['"quick au', "au", "quick"],
    ["한국", "한국"],
    ["글", "글"],
    ["😀 😀a1", "a1"],
    ["quick a", undefined, "quick", "a"],
    ["quick 本", "本", "quick"],
    ["quick au ", undefined, "quick", "au"],
    ["quick au\n", undefined, "quick", "au"],
    ['quick "au"', undefined, "quick"],
    ["quick au -", "au", "quick"]
  ]
  it.each(ends.map(([text, prefix, ...terms]) => ({ text, prefix, terms })))(
    "of $text begins with $prefix",
    ({ prefix, terms, text }) => assert.deepStrictEqual(wordsOf(text), { terms, prefix })
  )
})

describe("a corrected query", () => {
  it("keeps all but the misspelled words as written (rule search-suggestion)", () => {
    const corrections = [{ word: "cinfigure", correction: "configure" }]
    assert.strictEqual(SearchQueries.correct('Cinfigure  the "server" -x', corrections), 'configure  the "server" -x')
    assert.isUndefined(SearchQueries.correct("configure", []))
  })
})
