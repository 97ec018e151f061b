import { assert } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Clock, Effect } from "effect"
import * as FastCheck from "fast-check"
import * as Property from "../Property.ts"
import { fresh, type It, type Options, tries } from "../Suite.ts"
import * as Model from "./Model.ts"

const token = FastCheck.constantFrom("a", "ab", "abc", "b", "ba", "c", "house", "houses", "mouse")
const form = FastCheck.constantFrom("~a", "~b", "~c")
const makeField = (maxLength: number) =>
  FastCheck.record({
    words: FastCheck.array(token, { maxLength }),
    forms: FastCheck.uniqueArray(form, { maxLength: 2 })
  })
const field = makeField(5)

const lists: ReadonlyArray<ReadonlyArray<string>> = [[], ["x"], ["y"], ["x", "y"]]
const conditions = FastCheck.constantFrom(...lists)

/** Times before now that are far from where recency changes. */
const daysAgo = (days: number) => -days * 86_400_000

/** The pages with times that count from now. */
export const fromNow = (pages: ReadonlyArray<SearchIndex.PageEntry>) =>
  Effect.map(Clock.currentTimeMillis, (now) => pages.map((page) => ({ ...page, updatedAt: now + page.updatedAt })))

/** Pages with words that are prefixes of others, under some conditions. */
export const pages: FastCheck.Arbitrary<ReadonlyArray<SearchIndex.PageEntry>> = FastCheck.uniqueArray(
  FastCheck.record({
    page: FastCheck.constantFrom("p", "P", "q", "ｒ", "😀"),
    isListed: FastCheck.constantFrom(true, true, false),
    updatedAt: FastCheck.constantFrom(0, 10, 60, 200, 1000).map(daysAgo),
    title: makeField(2),
    labels: FastCheck.constantFrom([], [SearchIndex.labels.api]),
    sections: FastCheck.array(
      FastCheck.record({
        section: FastCheck.constantFrom("", "s1", "s2", "s3"),
        conditions,
        heading: field,
        body: field
      }),
      { minLength: 1, maxLength: 7 }
    )
  }).map(({ isListed, labels, page, sections, title: { forms, words }, updatedAt }) => ({
    page,
    isListed,
    updatedAt,
    sections: sections.map((section) => ({ title: { words, forms: [...labels, ...forms] }, ...section }))
  })),
  { selector: ({ page }) => page, maxLength: 4 }
)

const term: FastCheck.Arbitrary<SearchIndex.SearchTerm> = FastCheck.record({
  word: FastCheck.oneof(token, FastCheck.constantFrom("hause", "absent")),
  forms: FastCheck.uniqueArray(form, { maxLength: 2 })
})

const queryTerm: FastCheck.Arbitrary<SearchIndex.QueryTerm> = FastCheck.oneof(
  { weight: 3, arbitrary: term },
  FastCheck.record({
    term,
    synonyms: FastCheck.array(FastCheck.array(term, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  }).map(({ synonyms, term }) => ({ ...term, synonyms }))
)

const rarely = <A>(values: FastCheck.Arbitrary<A>) =>
  FastCheck.oneof({ weight: 3, arbitrary: FastCheck.constant([]) }, FastCheck.array(values, { maxLength: 2 }))

const plain = FastCheck.record({
  terms: FastCheck.uniqueArray(queryTerm, { selector: ({ word }) => word, maxLength: 3 }),
  phrases: rarely(FastCheck.array(token, { minLength: 1, maxLength: 3 })),
  excluded: rarely(FastCheck.array(term, { minLength: 1, maxLength: 2 }))
})

const labels = FastCheck.constantFrom<SearchIndex.LabelFilter>(
  {},
  { required: [SearchIndex.labels.api] },
  { excluded: [SearchIndex.labels.api] }
)

/** Queries for words, the last of which may be incomplete, and for some labels. */
export const queries: FastCheck.Arbitrary<SearchIndex.SearchQuery> = FastCheck.tuple(
  FastCheck.oneof(
    plain,
    FastCheck.tuple(plain, queryTerm).map(([query, prefix]) => ({ ...query, prefix })),
    queryTerm.map((prefix) => ({ terms: [], phrases: [], excluded: [], prefix }))
  ),
  labels
).map(([query, labels]) => ({ ...query, labels }))

const asked = FastCheck.array(queries, { minLength: 1, maxLength: 8 })

const everything = { offset: 0, limit: 100 }

const testSearch = (it: It<SearchIndex.SearchIndex>, { runs = 50 }: Options) =>
  it.effect(
    "finds what a search through every section finds",
    () =>
      Property.effect(
        [pages, pages, asked],
        ([first, second, wanted]) =>
          Effect.gen(function* () {
            const [before, after] = [yield* fromNow(first), yield* fromNow(second)]
            const index = yield* SearchIndex.SearchIndex
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
            for (const query of wanted) {
              const expected = Model.searched(new Map([[space, [...kept, ...Model.replace(before, after)]]]), query)
              const found = yield* index.search([space], query, everything)
              assert.deepStrictEqual(found, expected)
            }
          }),
        tries(runs)
      ),
    Property.timeout(tries(runs))
  )

const passing = FastCheck.subarray(lists.slice(1))

const testPublished = (it: It<SearchIndex.SearchIndex>, { runs = 50 }: Options) =>
  it.effect(
    "finds for a publication what it would find if nothing else had been written (rules search-conditions and search-listed)",
    () =>
      Property.effect(
        [pages, pages, passing, passing, asked],
        ([first, second, here, there, wanted]) =>
          Effect.gen(function* () {
            const [mine, others] = [yield* fromNow(first), yield* fromNow(second)]
            const index = yield* SearchIndex.SearchIndex
            const [one, two, bare] = [fresh("s"), fresh("s"), fresh("s")]
            yield* index.update(one, { put: mine, removed: [] })
            yield* index.update(two, { put: others, removed: [] })
            const passes = (own: ReadonlyArray<ReadonlyArray<string>>) => (list: ReadonlyArray<string>) =>
              list.length === 0 || own.some((each) => each.join() === list.join())
            const seen = Model.visible(mine, passes(here))
            yield* index.update(bare, { put: seen, removed: [] })
            const both = new Map([
              [one, seen],
              [two, Model.visible(others, passes(there))]
            ])
            const spaces = [
              { space: one, passing: here },
              { space: two, passing: there }
            ]
            for (const query of wanted) {
              const expected = Model.searched(both, query)
              const found = yield* index.searchPublished(spaces, query, everything)
              assert.deepStrictEqual(found, expected)
              const own = yield* index.searchPublished(spaces.slice(0, 1), query, everything)
              const alone = yield* index.search([bare], query, everything)
              const hits = own.hits.map((hit) => ({ ...hit, space: bare }))
              assert.deepStrictEqual({ ...own, hits }, alone)
            }
          }),
        tries(runs)
      ),
    Property.timeout(tries(runs))
  )

/** For any writes and queries, the result equals a search through all sections. */
export const cases = (it: It<SearchIndex.SearchIndex>, options: Options): void => {
  testSearch(it, options)
  testPublished(it, options)
}
