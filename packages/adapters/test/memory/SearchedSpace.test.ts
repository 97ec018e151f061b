import { assert, describe, it } from "@effect/vitest"
import type { SearchIndex } from "@quire/core"
import { Rounds } from "@quire/testing"
import { HashMap } from "effect"
import * as fc from "fast-check"
import * as Score from "../../src/memory/Score.ts"
import * as SearchedSpace from "../../src/memory/SearchedSpace.ts"

const tokens = (most: number) => fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: most })
const section = fc.record({
  section: fc.constant(""),
  conditions: fc.constant([]),
  title: tokens(2),
  heading: tokens(2),
  body: tokens(4)
})
const pageId = fc.integer({ min: 0, max: 20 }).map((number) => `p${number}`)
const change = fc.record({
  put: fc.array(
    fc.record({
      page: pageId,
      isListed: fc.constant(true),
      sections: fc.array(section, { minLength: 1, maxLength: 3 })
    }),
    {
      maxLength: 6
    }
  ),
  removed: fc.array(pageId, { maxLength: 4 })
})
const terms = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "absent"), { minLength: 1, maxLength: 3 })

/** Two consecutive terms, or none. */
const phrases = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("a", "b", "c")), { maxLength: 1 })

const barred = (tokens: ReadonlyArray<string>) => `|${tokens.join("|")}|`

const holds = ({ body, heading, title }: SearchIndex.SectionEntry, phrase: ReadonlyArray<string>) =>
  [title, heading, body].some((tokens) => barred(tokens).includes(barred(phrase)))

const worth = ({ body, heading, title }: SearchIndex.SectionEntry, term: string) =>
  (title.includes(term) ? 4 : 0) + (heading.includes(term) ? 2 : 0) + (body.includes(term) ? 1 : 0)

/** The pages with the scores of their matching sections, found by examining every section. */
const scanned = (
  pages: ReadonlyMap<string, ReadonlyArray<SearchIndex.SectionEntry>>,
  { phrases, terms }: Score.QueryTerms
) =>
  Array.from(pages).flatMap(([page, sections]) => {
    const holding = sections.filter((entry) => phrases.every((phrase) => holds(entry, phrase)))
    const own = holding.map((entry) => terms.map((term) => worth(entry, term)))
    const scores = own.filter((each) => !each.includes(0)).map((each) => each.reduce((sum, one) => sum + one, 0))
    return scores.length === 0 ? [] : [[page, Math.max(...scores), scores] as const]
  })

const searched = (space: SearchedSpace.SearchedSpace, query: Score.QueryTerms) =>
  SearchedSpace.search(space, query).map(
    ({ end, first, page, score, within }) =>
      [page.page, score, within.matches.slice(first, end).map((match) => match.score)] as const
  )

const inOrder = <A>(found: ReadonlyArray<readonly [string, ...ReadonlyArray<A>]>) =>
  found.toSorted(([left], [right]) => (left < right ? -1 : 1))

describe("the index of a searched space", () => {
  it("finds the same as a full scan, also in previous states, and in few segments", () =>
    Rounds.holds(
      fc.property(fc.array(change, { maxLength: 24 }), terms, phrases, (changes, terms, phrases) => {
        const query = Score.toTerms({ terms, phrases })
        const pages = new Map<string, ReadonlyArray<SearchIndex.SectionEntry>>()
        const states = [{ space: SearchedSpace.empty, expected: scanned(pages, query) }]
        for (const { put, removed } of changes) {
          for (const page of removed) pages.delete(page)
          for (const { page, sections } of put) pages.set(page, sections)
          const before = states.at(-1)?.space ?? SearchedSpace.empty
          states.push({
            space: SearchedSpace.update(before, put, removed),
            expected: scanned(pages, query)
          })
        }
        for (const { expected, space } of states) {
          assert.deepStrictEqual(inOrder(searched(space, query)), inOrder(expected))
          const { levelOf, segmentsPerLevel } = SearchedSpace
          const levels = space.segments.map(levelOf)
          assert.deepStrictEqual(
            levels,
            levels.toSorted((left, right) => right - left)
          )
          for (const level of levels) assert.isBelow(levels.filter((each) => each === level).length, segmentsPerLevel)
          assert.isAtMost(
            space.segments.reduce((sum, { size }) => sum + size, 0),
            2 * HashMap.size(space.pages)
          )
        }
      }),
      Rounds.rounds(200, 50_000, 500)
    ))
})
