import { assert, describe, it } from "@effect/vitest"
import { Text, Tokens } from "@quire/core"
import { Excerpt, SearchQueries, Stems } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" })

/** Positions of the boundaries between graphemes. */
const boundariesOf = (line: string): ReadonlyArray<number> => [
  ...Array.from(segmenter.segment(line), ({ index }) => index),
  line.length
]

interface Word {
  readonly term: string
  readonly isExact: boolean
  readonly at: number
  readonly end: number
}

/** The definition of an excerpt, by all code points of the whole line, all of its words and all of its graphemes. */
const excerptByDefinition = (text: string, shown: SearchQueries.ShownTerms, length: number): string => {
  const line = text.replace(/\s+/g, " ").trim()
  const points = Array.from(line)
  if (points.length <= length) return line
  const words = Array.from(Tokens.wordsOf(line)).flatMap(({ at, end, token }): ReadonlyArray<Word> => {
    const term =
      shown.terms.get(token) ?? (shown.prefix !== undefined && token.startsWith(shown.prefix) ? "*" : undefined)
    const place = { at: Text.codePoints(line.slice(0, at)), end: Text.codePoints(line.slice(0, end)) }
    return term === undefined
      ? []
      : [{ term: term === "*" ? (shown.prefix ?? "") : term, isExact: shown.words.has(token), ...place }]
  })
  const lead = Math.floor(length / 4)
  const scoreOf = (word: Word): number => {
    const last = Math.max(0, word.at - lead) + length
    const inside = words.filter((other) => other === word || (other.at >= word.at && other.end <= last))
    const exact = new Set(inside.flatMap(({ isExact, term }) => (isExact ? [term] : [])))
    const terms = [...new Set(inside.map((each) => each.term))]
    return terms.reduce((sum, term) => sum + (Stems.isFrequent(term) ? 2 : 256) + (exact.has(term) ? 1 : 0), 0)
  }
  const best = Math.max(...words.map(scoreOf))
  const hit = words.find((word) => scoreOf(word) === best)?.at ?? 0
  const start = Math.max(0, Math.min(hit - lead, points.length - length))
  const positionOf = (point: number) => points.slice(0, point).join("").length
  const [first, last, word] = [positionOf(start), positionOf(start + length), positionOf(hit)]
  const blanks = Array.from({ length: line.length }, (_, at) => at).filter((at) => line.charAt(at) === " ")
  const isCut = (at: number) => at > 0 && at < line.length
  const before = blanks.find((at) => at >= first && at < Math.min(word, first + 24))
  const after = blanks.findLast((at) => at < last && at > Math.max(word, last - 24))
  const wholeFrom = isCut(first) && line.charAt(first - 1) !== " " && before !== undefined ? before + 1 : first
  const wholeTo = isCut(last) && line.charAt(last) !== " " && after !== undefined ? after : last
  const boundaries = boundariesOf(line)
  const from = boundaries.find((at) => at >= wholeFrom) ?? 0
  const to = boundaries.findLast((at) => at <= wholeTo) ?? 0
  return line.slice(from, Math.max(from, to)).trim()
}

const space = fc.constantFrom(" ", " ", "\n", "  \n\t ", "\u00a0", "\u2028", "\ufeff", " ".repeat(300))

/** Words in every spelling that folds to them, words that contain them, and texts that are no words. */
const spellings = fc.constantFrom(
  ..."install Install INSTALL re-install reinstall installer install's it's its 1.5 1 v1.5 foo_bar foo KELVIN key kit sit".split(
    " "
  ),
  ..."ｉｎｓｔａｌｌ I\u0301nstall ínstall ﬁne fine Kit ſit SIT İt ıt 検索する 検索 Ünï uni ไทย e\u0301 é \u0301 한국어".split(
    " "
  ),
  ..."😀 👩‍👩‍👧 \ud83d \ude00 --- \\ ( [a-z] .* $ ^ | ___ _".split(" "),
  "a".repeat(300)
)

const texts = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 4, arbitrary: spellings }, { weight: 1, arbitrary: fc.string({ unit: "binary" }) }),
      fc.oneof({ weight: 4, arbitrary: space }, { weight: 1, arbitrary: fc.constant("") })
    ),
    {
      maxLength: 60
    }
  )
  .map((pieces) => pieces.flat().join(""))

const prefixes = fc.constantFrom("in", "inst", "re", "1", "検", "un", "k", "ไ")

const shownOf = (words: ReadonlyArray<string>, prefix?: string): SearchQueries.ShownTerms => {
  const tokens = words.flatMap((word) => Tokens.tokenize(word))
  return {
    terms: new Map(tokens.map((token) => [token, token])),
    words: new Set(tokens),
    prefix,
    isPrefixOfAll: true
  }
}

const looked = fc
  .tuple(fc.array(spellings, { maxLength: 3 }), fc.option(prefixes, { nil: undefined }))
  .map(([words, prefix]) => shownOf(words, prefix))

const lengths = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(200))

describe("an excerpt", () => {
  it("matches its definition, for any text", () =>
    Rounds.holds(
      fc.property(texts, looked, lengths, (text, shown, length) => {
        assert.strictEqual(Excerpt.makeExcerpts(shown, length)(text), excerptByDefinition(text, shown, length))
      }),
      Rounds.rounds(1_000, 300_000, 3_000)
    ))

  it("reads words on both sides of white space that is not ASCII once", () => {
    const shown = shownOf(["検索する", "ไทย"])
    for (const blank of ["\u00a0", "\u2028", "\ufeff"]) {
      assert.strictEqual(Excerpt.makeExcerpts(shown, 10)(`検索する${blank}ไทย install`), "検索する ไทย")
    }
  })

  it("contains the search word and is at most as long as requested", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("alpha", "beta", "gamma", "😀", "delta"), { minLength: 1, maxLength: 200 }),
        fc.nat(190),
        (words, at) => {
          const text = [...words.slice(0, at), "needle", ...words.slice(at)].join(" ")
          const shown = Excerpt.makeExcerpts(shownOf(["needle"]), 200)(text)
          assert.include(shown, "needle")
          assert.isAtMost(Text.codePoints(shown), 200)
        }
      )
    ))

  it("begins and ends with whole words (rule search-excerpt)", () => {
    const text = "an organization publishes it and other organizations install it in their workspaces afterwards"
    const excerpt = Excerpt.makeExcerpts(shownOf(["install"]), 40)(text)
    assert.strictEqual(excerpt, "install it in their workspaces")
  })

  it("begins near a word that another form of it finds (rule search-terms)", () => {
    const text = `${"filler ".repeat(60)}how to install it ${"filler ".repeat(60)}`
    const shown = SearchQueries.shownTerms(SearchQueries.parse("installing "))
    assert.include(Excerpt.makeExcerpts(shown, 100)(text), "install it")
  })

  const terms = (query: string, corrections: Parameters<typeof SearchQueries.shownTerms>[1] = []) =>
    SearchQueries.shownTerms(SearchQueries.parse(query), corrections)
  const filler = "filler ".repeat(60)

  it.each([
    ["more of the words", "install linux ", ["install", "linux and install", "linux"], 1],
    ["a rare word rather than frequent ones", "how to install ", ["how to go", "install"], 1],
    ["the words as written rather than other forms", "install linux ", ["installing linux", "install linux"], 1],
    ["the first of several equal parts", "install linux ", ["a linux to install", "install linux"], 0],
    ["a corrected word", "linux instal1 ", ["linux", "install linux"], 1]
  ])("shows %s (rule search-excerpt)", (_, query, parts, expected) => {
    const text = parts.map((part, at) => `${filler} part${at} ${part} `).join("")
    const corrections = [{ word: "instal1", correction: "install" }]
    assert.include(Excerpt.makeExcerpts(terms(query, corrections), 100)(text), `part${expected}`)
  })

  it("compares a bounded number of words of a long text", () => {
    const text = `${"install ".repeat(Excerpt.limits.words)}${filler}install linux`
    assert.notInclude(Excerpt.makeExcerpts(terms("install linux "), 100)(text), "linux")
    assert.include(Excerpt.makeExcerpts(terms("install linux "), 100)(text.slice("install ".length * 2)), "linux")
    const runs = "é ".repeat(Excerpt.limits.runs)
    assert.notInclude(Excerpt.makeExcerpts(terms("install "), 100)(`${runs}install`), "install")
    assert.include(Excerpt.makeExcerpts(terms("install "), 100)(`${runs.slice(2)}install`), "install")
  })
})

describe("the words that results are found by (rule search-matched)", () => {
  it.each([
    ["a table", "A table of tables is a Table.", ["table", "tables"]],
    ["a", "A table is a table.", ["A"]],
    ["機 器", "機器学習", ["器学"]],
    ["deploy th", "The throttle that deploys this.", ["throttle", "deploys"]],
    ["how to th", "The throttle: how.", ["The", "throttle", "how"]],
    ["th", "The throttle.", ["The", "throttle"]],
    ["deploy the ", "The throttle.", ["The"]],
    ["cinfigure it ", "To configure it.", ["configure", "it"]]
  ])("of %s in %s", (query, text, expected) => {
    const corrections = [{ word: "cinfigure", correction: "configure" }]
    const shown = SearchQueries.shownTerms(SearchQueries.parse(query), corrections)
    assert.deepStrictEqual(Excerpt.matchedIn(shown, [text]), expected)
  })
})
