import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import {
  type PageEntry,
  type PageHit,
  SearchIndex,
  type SearchQuery,
  type SectionEntry
} from "../../content/search-index/SearchIndex.ts"
import * as Property from "../Property.ts"
import { fresh, type It, type Options, tries } from "../Suite.ts"

const token = FastCheck.constantFrom("a", "b", "c", "d")
const field = FastCheck.array(token, { maxLength: 5 })

const pages: FastCheck.Arbitrary<ReadonlyArray<PageEntry>> = FastCheck.uniqueArray(
  FastCheck.record({
    page: FastCheck.constantFrom("p", "P", "q", "ｒ", "😀"),
    title: FastCheck.array(token, { maxLength: 2 }),
    sections: FastCheck.array(FastCheck.record({ heading: field, body: field }), { minLength: 1, maxLength: 7 })
  }).map(({ page, title, sections }) => ({
    page,
    sections: sections.map((section, index) => ({ section: `s${index}`, title, ...section }))
  })),
  { selector: ({ page }) => page, maxLength: 4 }
)

const queries: FastCheck.Arbitrary<SearchQuery> = FastCheck.record({
  terms: FastCheck.array(token, { maxLength: 2 }),
  phrases: FastCheck.array(FastCheck.array(token, { minLength: 1, maxLength: 3 }), { maxLength: 2 })
})

/** Fields as text with a bar at both ends and between tokens, so that a phrase is a substring. */
const barred = (tokens: ReadonlyArray<string>) => `|${tokens.join("|")}|`

const scoreOf = ({ title, heading, body }: SectionEntry, { terms, phrases }: SearchQuery): number => {
  const fields = [barred(title), barred(heading), barred(body)]
  const holds = (tokens: ReadonlyArray<string>) => fields.some((text) => text.includes(barred(tokens)))
  if (!terms.every((term) => holds([term])) || !phrases.every(holds)) return 0
  const distinct = [...new Set([...terms, ...phrases.flat()])]
  const of = (index: number, weight: number) =>
    distinct.filter((term) => fields[index]?.includes(barred([term]))).length * weight
  return of(0, 4) + of(1, 2) + of(2, 1)
}

/** In the order of code points, which that of UTF-16 is here but for these two pages. */
const place = (page: string) => ["P", "p", "q", "ｒ", "😀"].indexOf(page)

const searched = (space: string, entries: ReadonlyArray<PageEntry>, query: SearchQuery): ReadonlyArray<PageHit> => {
  const hits = entries.flatMap(({ page, sections }) => {
    const scored = sections
      .map((section) => ({ section, score: scoreOf(section, query) }))
      .filter(({ score }) => score > 0)
    if (scored.length === 0) return []
    const own = [...query.terms, ...query.phrases.flat()]
    const shown = scored
      .filter(({ section }) => own.some((term) => [...section.heading, ...section.body].includes(term)))
      .map(({ section, score }, index) => ({ section: section.section, score, index }))
      .toSorted((left, right) => (left.score === right.score ? left.index - right.index : right.score - left.score))
    const best = Math.max(...scored.map(({ score }) => score))
    return [{ space, page, score: best, sections: shown.slice(0, 5).map(({ section, score }) => ({ section, score })) }]
  })
  return hits.toSorted((left, right) =>
    left.score === right.score ? place(left.page) - place(right.page) : right.score - left.score
  )
}

/** For any writes and queries, the answer is that of a search through all sections. */
export const cases = (it: It<SearchIndex>, { runs = 50 }: Options): void =>
  it.effect(
    "finds what a search through every section finds",
    () =>
      Property.effect(
        [pages, pages, FastCheck.array(queries, { minLength: 1, maxLength: 8 })],
        ([before, after, asked]) =>
          Effect.gen(function* () {
            const index = yield* SearchIndex
            const space = fresh("s")
            yield* index.update(space, { put: before, removed: [] })
            const kept = before.slice(1).filter(({ page }) => !after.some((entry) => entry.page === page))
            yield* index.update(space, {
              put: after,
              removed: before
                .slice(0, 1)
                .map(({ page }) => page)
                .filter((id) => !after.some(({ page }) => page === id))
            })
            for (const query of asked) {
              const expected = searched(space, [...kept, ...after], query)
              const found = yield* index.search([space], query, { offset: 0, limit: 100 })
              assert.deepStrictEqual(found, { hits: [...expected], total: expected.length })
            }
          }),
        tries(runs)
      ),
    Property.timeout(tries(runs))
  )
