import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type { HitContent, PageHit, SectionHit } from "./SearchIndex.ts"
import type { SearchPlan } from "./SearchPlan.ts"

/**
 * How each term of a plan occurs in a section: three digits per term, for title, heading and body, and then a digit for
 * each pair, 1 if its words stand next to each other. `kinds` are the digits of a term.
 */
export type SectionFacts = string

export const kinds = { absent: 0, other: 1, form: 2, word: 3 } as const

/** The scores of the kinds of occurrences in title, heading and body, times the weight of the term. */
const fieldScores: ReadonlyArray<ReadonlyArray<number>> = [
  [0, 24, 44, 60],
  [0, 20, 40, 50],
  [0, 16, 28, 40]
]

export const limits = {
  /** The greatest number of pages that paging can reach. */
  pages: 1000,
  /** Pages whose sections are compared: the first ones by their rough scores, which decide about the others. */
  ranked: 100,
  /** Sections of a page that are compared: those with the most terms, then the first ones. */
  sectionsRanked: 20,
  /** Sections that a hit shows. */
  sectionsShown: 5
} as const

/** The rough score of a section with all terms, in addition to that of its title and heading. */
export const completeScore = 1_000_000

/** The rough score of a leading term in the title or heading, times its weight. */
export const headScores = { title: 6, heading: 5 } as const

/** A section that contains a leading term. */
export interface SectionMatch {
  readonly section: string
  /** Position in the page. */
  readonly ordinal: number
  /** When it changed last (epoch ms). */
  readonly changedAt: number
  readonly facts: SectionFacts
}

export interface PageMatch<S extends SectionMatch> {
  readonly space: string
  readonly page: string
  /** The rough score. */
  readonly score: number
  readonly sections: ReadonlyArray<S>
}

const digitAt = (facts: SectionFacts, at: number): number => facts.charCodeAt(at) - 48

/** The rough score of a section, 0 if it is not found. Both stores rank pages by it before sections are compared. */
export const roughScore = ({ leading, terms }: SearchPlan, facts: SectionFacts): number => {
  const has = (term: number, field: number) => digitAt(facts, 3 * term + field) > 0
  const occurs = (term: number) => has(term, 0) || has(term, 1) || has(term, 2)
  const weightOf = (term: number) => terms[term]?.weight ?? 0
  const complete = terms.every((_, term) => occurs(term)) ? completeScore : 0
  const isHead = leading.some((term) => has(term, 0) || has(term, 1))
  if (!isHead) {
    const first = leading.find(occurs)
    return complete > 0 ? complete : first === undefined ? 0 : weightOf(first)
  }
  return leading.reduce((sum, term) => {
    const own = (has(term, 0) ? headScores.title : 0) + (has(term, 1) ? headScores.heading : 0)
    return sum + own * weightOf(term)
  }, complete)
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** The score of each term in a section. */
const scoreTerms = ({ terms }: SearchPlan, facts: SectionFacts): ReadonlyArray<number> =>
  terms.map(({ weight }, term) =>
    sum(fieldScores.map((scores, field) => weight * (scores[digitAt(facts, 3 * term + field)] ?? 0)))
  )

/** The score of two neighbouring words, times their weights. */
const pairScore = 30

/** The share of the weights of the terms that occur, which a score is multiplied by. */
const coverageOf = ({ terms }: SearchPlan, scores: ReadonlyArray<number>): number => {
  const all = sum(terms.map(({ weight }) => weight))
  return all === 0 ? 0 : sum(terms.map(({ weight }, at) => ((scores[at] ?? 0) > 0 ? weight : 0))) / all
}

const scorePairs = ({ pairs, terms }: SearchPlan, facts: SectionFacts): number =>
  sum(
    pairs.map(([left, right], at) =>
      digitAt(facts, 3 * terms.length + at) === 1
        ? pairScore * ((terms[left]?.weight ?? 0) + (terms[right]?.weight ?? 0))
        : 0
    )
  )

const scoreSection = (plan: SearchPlan, facts: SectionFacts) => {
  const terms = scoreTerms(plan, facts)
  const total = (sum(terms) + scorePairs(plan, facts)) * coverageOf(plan, terms) ** 2
  return { terms, score: Math.round(total) }
}

/** The share of the terms of all sections of a page in its score, besides that of its best section. */
const pageShare = 0.3

const day = 86_400_000

/** The share of its score that a page gains by a change at most so many days ago. */
const recency = [
  { days: 7, share: 0.06 },
  { days: 30, share: 0.04 },
  { days: 90, share: 0.03 },
  { days: 365, share: 0.02 }
]

/** The share of its score that a page gains by the last change of the sections that are compared. */
const recencyOf = ({ now }: SearchPlan, sections: ReadonlyArray<SectionMatch>): number => {
  const last = sections.reduce((latest, { changedAt }) => Math.max(latest, changedAt), Number.NEGATIVE_INFINITY)
  return recency.find(({ days }) => now - last <= days * day)?.share ?? 0
}

const isInside = ({ terms }: SearchPlan, facts: SectionFacts): boolean =>
  terms.some((_, term) => [1, 2].some((field) => digitAt(facts, 3 * term + field) > 0))

/** A page with its score, and the sections that it shows: best first, then in order; the best of each anchor. */
export interface RankedPage<S extends SectionMatch> {
  readonly space: string
  readonly page: string
  readonly score: number
  readonly sections: ReadonlyArray<{ readonly score: number; readonly found: S }>
}

const rankPage = <S extends SectionMatch>(plan: SearchPlan, { page, sections, space }: PageMatch<S>): RankedPage<S> => {
  const scored = sections.map((found) => ({ ...scoreSection(plan, found.facts), found }))
  const best = plan.terms.map((_, term) => Math.max(0, ...scored.map(({ terms }) => terms[term] ?? 0)))
  const own = Math.max(0, ...scored.map(({ score }) => score))
  const shown = new Map<string, (typeof scored)[number]>()
  for (const each of scored) {
    if (!isInside(plan, each.found.facts)) continue
    const known = shown.get(each.found.section)
    if (known === undefined || each.score > known.score) shown.set(each.found.section, each)
  }
  const score = own + Math.round(pageShare * sum(best) * coverageOf(plan, best) ** 2)
  return {
    space,
    page,
    score: score + Math.round(score * recencyOf(plan, sections)),
    sections: [...shown.values()]
      .sort((left, right) => right.score - left.score || left.found.ordinal - right.found.ordinal)
      .slice(0, limits.sectionsShown)
      .map(({ found, score }) => ({ score, found }))
  }
}

/** Ranks pages by their sections: by score, then page, then space. */
export const rank = <S extends SectionMatch>(
  plan: SearchPlan,
  pages: ReadonlyArray<PageMatch<S>>
): ReadonlyArray<RankedPage<S>> =>
  pages
    .map((page) => rankPage(plan, page))
    .sort(
      (left, right) =>
        right.score - left.score ||
        CodePoint.compare(left.page, right.page) ||
        CodePoint.compare(left.space, right.space)
    )

export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** The part of the pages by rough score whose sections must be read to return a slice of the hits. */
export const windowOf = ({ limit, offset }: Slice): Slice =>
  offset >= limits.ranked ? { offset, limit } : { offset: 0, limit: Math.max(limits.ranked, offset + limit) }

/** The slice of the hits, of the pages in its window by rough score. */
export const sliceOf = <S extends SectionMatch>(
  plan: SearchPlan,
  window: ReadonlyArray<PageMatch<S>>,
  { limit, offset }: Slice
): ReadonlyArray<RankedPage<S>> => {
  if (offset >= limits.ranked) return window.map((page) => rankPage(plan, page))
  const ranked = rank(plan, window.slice(0, limits.ranked))
  const others = window.slice(limits.ranked).map((page) => rankPage(plan, page))
  return [...ranked, ...others].slice(offset, offset + limit)
}

/** The sections of a page that are compared. */
export const chooseSections = <S extends SectionMatch>(
  plan: SearchPlan,
  sections: ReadonlyArray<S>
): ReadonlyArray<S> => {
  const countOf = ({ facts }: S) =>
    plan.terms.filter((_, term) => [0, 1, 2].some((field) => digitAt(facts, 3 * term + field) > 0)).length
  return sections
    .map((found) => ({ found, count: countOf(found) }))
    .sort((left, right) => right.count - left.count || left.found.ordinal - right.found.ordinal)
    .slice(0, limits.sectionsRanked)
    .map(({ found }) => found)
}

/** A ranked page as a hit, with the texts that its sections show. */
export const toHit = <S extends SectionMatch>(
  { page, score, sections, space }: RankedPage<S>,
  shownOf: (section: S) => HitContent | undefined
): PageHit => ({
  space,
  page,
  score,
  sections: sections.map(({ found, score }): SectionHit => {
    const shown = shownOf(found)
    return shown === undefined ? { section: found.section, score } : { section: found.section, score, shown }
  })
})
