import { assert, describe, it } from "@effect/vitest"
import type { Typesetting } from "@quire/core"
import { Typesetter } from "../../src/typesetting/Typesetter.ts"

/** In no hurry: a busy machine takes longer than a page may. */
const typesetter = new Typesetter({ textMilliseconds: 60_000, pageMilliseconds: 60_000 })

const code = (language: string, text: string) => typesetter.typeset({ codes: [{ language, text }], formulas: [] })

const formula = (tex: string, isBlock = false) =>
  typesetter.typeset({ codes: [], formulas: [{ tex, isBlock }] }).formulas[0]

/** MathML without its source. */
const markupOf = (tex: string) => formula(tex)?.replace(/<annotation[^>]*>[^<]*<\/annotation>/, "") ?? ""

const plainOf = (lines: ReadonlyArray<Typesetting.Line> | undefined) =>
  lines?.map((line) => line.map(({ text }) => text).join("")).join("\n")

describe("Typesetter", () => {
  it("splits code into lines of runs, each of its kind", () => {
    const { codes, isFinal } = code("ts", "/* a\nb */\n\nconst x = 1")
    assert.deepStrictEqual(codes, [
      [
        [{ text: "/* a", kind: "comment" }],
        [{ text: "b */", kind: "comment" }],
        [],
        [{ text: "const", kind: "keyword" }, { text: " x = " }, { text: "1", kind: "number" }]
      ]
    ])
    assert.isTrue(isFinal)
  })

  it("finds languages by name and by alias, common or not", () => {
    const text = 'if (a < b) { "c" } // <d> & e\r\n# f'
    for (const language of ["typescript", "C++", "sh", "html", "elixir", "ps1", "toml", " JSON "]) {
      assert.strictEqual(plainOf(code(language, text).codes[0]), text, language)
    }
  })

  it("leaves code in an unknown language unchanged", () => {
    for (const language of ["", "no-such", "__proto__", "constructor", "toString"]) {
      assert.deepStrictEqual(code(language, "if").codes, [undefined], language)
    }
  })

  it("highlights embedded languages", () => {
    const [lines] = code("html", "<script>const a = 1</script>").codes
    assert.isTrue(lines?.[0]?.some(({ kind, text }) => text === "const" && kind === "keyword"))
  })

  it("makes MathML of formulas, without styles", () => {
    assert.match(formula("x^2") ?? "", /^<math xmlns="[^"]*"><semantics><mrow><msup><mi>x<\/mi><mn>2<\/mn><\/msup>/)
    assert.match(formula("x", true) ?? "", /^<math [^>]*display="block"/)
    const markup = markupOf('\\fcolorbox{red}{blue}{x}\\text{a style="b"<script>}')
    assert.include(markup, "mathbackground")
    assert.notMatch(markup, / style="|<script/)
  })

  it("excludes active content from formulas", () => {
    for (const tex of [
      "\\href{javascript:alert(1)}{x}",
      "\\url{javascript:alert(1)}",
      "\\htmlData{onclick=alert(1)}{x}",
      "\\htmlStyle{color:red}{x}",
      "\\htmlId{main}{x}",
      "\\includegraphics{https://example.com/a.png}"
    ]) {
      assert.notMatch(markupOf(tex), /<a\b|<img|href=|src=|onclick|style=|id=/, tex)
    }
  })

  it("leaves formulas unchanged that are invalid or grow without limit", () => {
    assert.isUndefined(formula("\\frac{1}"))
    assert.isUndefined(formula("\\def\\a{\\a\\a}\\a"))
    assert.isUndefined(formula("{".repeat(20_000)))
  })

  it("gives up a text that takes too long, and continues", () => {
    const hasty = new Typesetter({ textMilliseconds: 20, pageMilliseconds: 60_000 })
    const slow = { language: "ts", text: "_a".repeat(25_000) }
    const warm = typesetter.typeset({ codes: [{ language: "ts", text: "let a" }], formulas: [] })
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.deepStrictEqual(hasty.typeset({ codes: [slow], formulas: [] }).codes, [undefined])
    }
    assert.deepStrictEqual(typesetter.typeset({ codes: [{ language: "ts", text: "let a" }], formulas: [] }), warm)
  })

  it("reports whether another attempt may succeed", () => {
    const texts = { codes: [{ language: "json", text: "1" }], formulas: [] }
    const busy = new Typesetter({ textMilliseconds: 1_000, pageMilliseconds: 0 })
    assert.deepStrictEqual(busy.typeset(texts), { codes: [undefined], formulas: [], isFinal: false })
    assert.isTrue(typesetter.typeset(texts).isFinal)
  })
})
