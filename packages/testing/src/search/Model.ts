import { CodePoint, Ranking, type SearchIndex, SearchPlan } from "@quire/core"
import { Effect } from "effect"

/** A page whose sections may have changed before the page did. */
interface Page extends SearchIndex.PageEntry {
  readonly sections: ReadonlyArray<SearchIndex.SectionEntry & { readonly changedAt?: number }>
}

type Spaces = ReadonlyMap<string, ReadonlyArray<Page>>

const fieldsOf = ({ body, heading, title }: SearchIndex.SectionEntry) => [title, heading, body]

const termsOf = (entry: SearchIndex.SectionEntry): ReadonlySet<string> =>
  new Set(fieldsOf(entry).flatMap(({ forms, words }) => [...words, ...forms]))

const sectionsOf = (spaces: Spaces) => [...spaces.values()].flat().flatMap(({ sections }) => sections)

const byFrequency = (left: SearchPlan.TermCount, right: SearchPlan.TermCount) =>
  right.sections - left.sections || CodePoint.compare(left.term, right.term)

/** Counts in every section. */
const vocabularyOf = (spaces: Spaces): SearchPlan.Vocabulary => {
  const counts = new Map<string, number>()
  for (const section of sectionsOf(spaces)) {
    for (const term of termsOf(section)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const all = Array.from(counts, ([term, sections]) => ({ term, sections })).toSorted(byFrequency)
  return {
    lookUp: ({ prefix, terms }) =>
      Effect.succeed({
        sections: sectionsOf(spaces).length,
        counts: new Map(all.filter(({ term }) => terms.includes(term)).map(({ sections, term }) => [term, sections])),
        beginning: all
          .filter(({ term }) => prefix !== undefined && term.startsWith(prefix))
          .slice(0, SearchPlan.limits.beginning)
      }),
    similar: ({ word }) => Effect.succeed(all.filter(({ term }) => [...term][0] === [...word][0]))
  }
}

/** Fields as text with a bar at both ends and between tokens, so that a phrase is a substring. */
const barred = (words: ReadonlyArray<string>) => `|${words.join("|")}|`

const holds = (entry: SearchIndex.SectionEntry, phrase: ReadonlyArray<string>) =>
  fieldsOf(entry).some(
    ({ forms, words }) => barred(words).includes(barred(phrase)) || forms.some((form) => form === phrase.join("|"))
  )

const factsOf = ({ pairs, terms }: SearchPlan.SearchPlan, entry: SearchIndex.SectionEntry): Ranking.SectionFacts => {
  const all = termsOf(entry)
  const digits = terms.flatMap(({ expressions, forms, others, word }) =>
    fieldsOf(entry).map((field) => {
      const own = new Set([...field.words, ...field.forms])
      const hasPart = (words: SearchPlan.Expression) =>
        words.every((each) => each.some((term) => all.has(term))) && words.flat().some((term) => own.has(term))
      if (own.has(word)) return Ranking.kinds.word
      if (forms.some((form) => own.has(form)) || expressions.some(hasPart)) return Ranking.kinds.form
      return others.some((other) => own.has(other)) ? Ranking.kinds.other : Ranking.kinds.absent
    })
  )
  const neighbours = pairs.map((pair) =>
    Number(
      holds(
        entry,
        pair.map((at) => terms[at]?.word ?? "")
      )
    )
  )
  return [...digits, ...neighbours].join("")
}

type Found = Ranking.PageMatch<Ranking.SectionMatch>

const byRoughScore = (left: Found, right: Found) =>
  right.score - left.score || CodePoint.compare(left.page, right.page) || CodePoint.compare(left.space, right.space)

const findIn = (plan: SearchPlan.SearchPlan, space: string, { page, sections, updatedAt }: Page) => {
  const isExcluded = plan.excluded.some((terms) =>
    sections.some((entry) =>
      terms.every(({ forms, word }) => [word, ...forms].some((term) => termsOf(entry).has(term)))
    )
  )
  const found = sections
    .map((entry, ordinal) => ({
      entry,
      section: entry.section,
      ordinal,
      changedAt: entry.changedAt ?? updatedAt,
      facts: factsOf(plan, entry)
    }))
    .filter(
      ({ entry, facts }) =>
        /[1-9]/.test(facts.slice(0, 3 * plan.terms.length)) &&
        plan.phrases.every((phrase) => holds(entry, phrase)) &&
        !plan.excludedLabels.some((label) => termsOf(entry).has(label))
    )
    .map(({ entry: _, ...section }) => section)
  const score = Math.max(0, ...found.map(({ facts }) => Ranking.roughScore(plan, facts)))
  return isExcluded || score === 0 ? [] : [{ space, page, score, sections: Ranking.chooseSections(plan, found) }]
}

/** The pages after an update that replaces some: sections that are the same as before keep the times of their changes. */
export const replace = (
  before: ReadonlyArray<SearchIndex.PageEntry>,
  pages: ReadonlyArray<SearchIndex.PageEntry>
): ReadonlyArray<Page> => {
  const textOf = (page: SearchIndex.PageEntry | undefined, at: number) =>
    JSON.stringify([page?.isListed, page?.sections[at]])
  return pages.map((page) => {
    const former = before.find((each) => each.page === page.page)
    const sections = page.sections.map((section, at) =>
      former === undefined || textOf(former, at) !== textOf(page, at)
        ? section
        : { ...section, changedAt: former.updatedAt }
    )
    return { ...page, sections }
  })
}

const find = (spaces: Spaces, query: SearchIndex.SearchQuery) => {
  const { corrections, plan } = Effect.runSync(SearchPlan.make(query, vocabularyOf(spaces)))
  const pages =
    plan === undefined
      ? []
      : Array.from(spaces).flatMap(([space, pages]) => pages.flatMap((page) => findIn(plan, space, page)))
  return { corrections, plan, pages: pages.toSorted(byRoughScore) }
}

const toHit = (page: Ranking.RankedPage<Ranking.SectionMatch>) => Ranking.toHit(page, () => undefined)

/** The results of an index that examines every section of the pages of some spaces, except for the texts shown. */
export const searched = (spaces: Spaces, query: SearchIndex.SearchQuery): SearchIndex.SearchResults => {
  const { corrections, pages, plan } = find(spaces, query)
  return {
    hits: plan === undefined ? [] : Ranking.rank(plan, pages).map(toHit),
    total: pages.length,
    corrections
  }
}

/** The results by space, those with the best pages first, each with some of its pages. */
export const searchedSpaces = (spaces: Spaces, query: SearchIndex.SearchQuery, pagesPerSpace: number) => {
  const { corrections, pages, plan } = find(spaces, query)
  const bestOf = (space: string) =>
    Math.max(0, ...pages.filter((page) => page.space === space).map(({ score }) => score))
  const found = [...new Set(pages.map(({ space }) => space))].toSorted(
    (left, right) => bestOf(right) - bestOf(left) || CodePoint.compare(left, right)
  )
  return {
    spaces: found.map((space) => ({
      space,
      pages:
        plan === undefined
          ? []
          : Ranking.rank(plan, pages.filter((page) => page.space === space).slice(0, pagesPerSpace)).map(toHit)
    })),
    total: found.length,
    corrections
  }
}

/** The pages without the content whose conditions fail. */
export const visible = (
  pages: ReadonlyArray<SearchIndex.PageEntry>,
  passes: (conditions: ReadonlyArray<string>) => boolean
): ReadonlyArray<SearchIndex.PageEntry> =>
  pages.flatMap((entry) => {
    const sections = entry.isListed ? entry.sections.filter(({ conditions }) => passes(conditions)) : []
    return sections.length === 0 ? [] : [{ ...entry, sections }]
  })
