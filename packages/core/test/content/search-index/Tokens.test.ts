import { assert, describe, it } from "@effect/vitest"
import { Tokens } from "@quire/core"
import * as fc from "fast-check"

/** The terms of the body of a section. */
const termsOf = (body: string) => {
  const { parts } = Tokens.analyze({ title: "", heading: "", before: "", body }, 1_000)
  return parts.flatMap(({ forms, words }) => [...words, ...forms])
}

describe("the words of a text (rule search-terms)", () => {
  const table: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["The quick, brown FOX!", ["the", "quick", "brown", "fox"]],
    ["Crème brûlée", ["creme", "brulee"]],
    ["ﬁne print", ["fine", "print"]],
    ["Straße, ŁÓDŹ, Đà Nẵng, Øre, ISTANBUL", ["strasse", "lodz", "da", "nang", "ore", "istanbul"]],
    ["λόγος ΛΌΓΟΣ", ["λογοσ", "λογοσ"]],
    ["йод ёж", ["йод", "еж"]],
    ["don't stop at v1.5.2, foo_bar or 1,024;", ["don", "stop", "at", "v1.5.2", "foo", "bar", "or", "1,024"]],
    ["the user's guide", ["the", "user", "guide"]],
    ["l'installation", ["l", "installation"]],
    ["getUserById HTTPServer sha256Hash", ["get", "user", "by", "id", "http", "server", "sha256", "hash"]],
    ["a:b a/b a-b", ["a", "b", "a", "b", "a", "b"]],
    ["C++ C# .NET --dry-run", ["c++", "c#", "net", "dry", "run"]],
    ["北京大学生", ["北京", "京大", "大学", "学生", "生"]],
    ["搜索API文档", ["搜索", "索", "api", "文档", "档"]],
    ["バス パス ハス", ["バス", "ス", "パス", "ス", "ハス", "ス"]],
    ["ﾊﾞｽ", ["バス", "ス"]],
    ["한국어 글", ["한국", "국어", "어", "글"]],
    ["___", []],
    ["", []],
    ["--- ***", []]
  ]
  it.each(table)("of %j are %j", (text, words) => assert.deepStrictEqual(Tokens.tokenize(text), words))

  it.each([255, 256, 257])("have whole characters for a letter and surrogate pairs, %i units long", (length) => {
    const word = `${"a".repeat(length % 2)}${"\u{10428}".repeat(length >> 1)}`
    const most = length > 256 ? 255 : length
    assert.deepStrictEqual(Tokens.tokenize(word), [word.slice(0, most)])
    assert.isTrue(word.slice(0, most).isWellFormed())
  })

  it("have at most 256 code units", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const term of termsOf(text)) assert.isTrue(term !== "" && term.length <= 257)
      }),
      { numRuns: 500 }
    ))

  it("in composed and decomposed spelling are the same", () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom("Ünï", "각", "バス", "ё", "й", "é", "क़", "か", " ")), (pieces) => {
        const text = pieces.join("")
        assert.deepStrictEqual(Tokens.tokenize(text.normalize("NFD")), Tokens.tokenize(text.normalize("NFC")))
      }),
      { numRuns: 300 }
    ))
})

describe("the other terms of a text (rule search-terms)", () => {
  const table: ReadonlyArray<readonly [text: string, ...terms: ReadonlyArray<string>]> = [
    ["getUserById", "getuserbyid"],
    ["user_id", "userid"],
    ["e-mail", "email"],
    ["don't", "dont"],
    ["fs.readFile", "readfile", "fsreadfile"],
    ["v1.5.2", "1.5.2"],
    ["1,024", "1024"],
    ["C++", "c"],
    ["C#", "c"],
    [".NET", ".net"],
    ["installing the packages", "~instal", "~packag"],
    ["la instalación de los paquetes para el usuario y sus amigos", "~instal", "~paquet"],
    ["Die Häuser und die Straßen der Stadt sind nicht sehr alt, aber schön", "~haus"],
    ["настройка", "~настройк"]
  ]
  it.each(table)("of %s are %s", (text, ...terms) => assert.includeMembers([...termsOf(text)], [...terms]))
})

describe("the parts of a long text", () => {
  it("contain the whole text and all of its words", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("one", "two,", "検索する", "Ünï", "getUser", "-", "\n"), { maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        (pieces, size) => {
          const text = pieces.join(" ")
          const { parts } = Tokens.analyze({ title: "", heading: "", before: "", body: text }, size)
          assert.strictEqual(parts.map((part) => part.text).join(""), text)
          assert.deepStrictEqual(
            parts.flatMap(({ words }) => [...words]),
            [...Tokens.tokenize(text)]
          )
          for (const { words } of parts.slice(0, -1)) assert.lengthOf(words, size)
          assert.isAtLeast(parts.length, 1)
        }
      ),
      { numRuns: 300 }
    ))
})
