import { assert, describe, it } from "@effect/vitest"
import { Text, Tokens } from "@quire/core"
import { Excerpt, SearchQueries } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"

/** The definition of an excerpt, by all code points of the whole line and all of its words. */
const excerptByDefinition = (text: string, { prefix, terms }: SearchQueries.ShownTerms, length: number): string => {
  const line = text.replace(/\s+/g, " ").trim()
  const points = Array.from(line)
  if (points.length <= length) return line
  const first = Array.from(Tokens.wordsOf(line)).find(
    ({ token }) => terms.has(token) || (prefix !== undefined && token.startsWith(prefix))
  )
  const hit = Array.from(line.slice(0, first?.at ?? 0)).length
  const start = Math.max(0, Math.min(hit - Math.floor(length / 4), points.length - length))
  return points
    .slice(start, start + length)
    .join("")
    .trim()
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

const looked = fc
  .tuple(fc.array(spellings, { maxLength: 3 }), fc.option(prefixes, { nil: undefined }))
  .map(([words, prefix]) => ({ terms: new Set(words.flatMap((word) => Tokens.tokenize(word))), prefix }))

const lengths = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(200))

describe("an excerpt", () => {
  it("matches its definition, for any text", () =>
    Rounds.holds(
      fc.property(texts, looked, lengths, (text, shown, length) => {
        assert.strictEqual(Excerpt.makeExcerpts(shown, length)(text), excerptByDefinition(text, shown, length))
      }),
      Rounds.rounds(1_000, 300_000, 3_000)
    ))

  it("contains the search word and is at most as long as requested", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("alpha", "beta", "gamma", "😀", "delta"), { minLength: 1, maxLength: 200 }),
        fc.nat(190),
        (words, at) => {
          const text = [...words.slice(0, at), "needle", ...words.slice(at)].join(" ")
          const shown = Excerpt.makeExcerpts({ terms: new Set(["needle"]), prefix: undefined }, 200)(text)
          assert.include(shown, "needle")
          assert.isAtMost(Text.codePoints(shown), 200)
        }
      )
    ))

  it("begins near a word that another form of it finds (rule search-terms)", () => {
    const text = `${"filler ".repeat(60)}how to install it ${"filler ".repeat(60)}`
    const shown = SearchQueries.shownTerms(SearchQueries.parse("installing "))
    assert.include(Excerpt.makeExcerpts(shown, 100)(text), "install it")
  })
})
