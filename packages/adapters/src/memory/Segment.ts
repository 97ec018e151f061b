import type { SearchIndex, Slices } from "@quire/core"
import * as First from "./First.ts"
import * as Postings from "./Postings.ts"
import type * as Score from "./Score.ts"
import * as TokenTable from "./TokenTable.ts"

/** A section without its tokens, which are in the segment's table. */
type Section = Pick<SearchIndex.SectionEntry, "section" | "shown">

/** The sections of a page; every write makes a new object. */
export interface SearchedPage {
  readonly page: string
  readonly sections: ReadonlyArray<Section>
}

/**
 * Numbered sections of pages that were indexed together, those of one page contiguous, and the table of their tokens. A
 * segment never changes, so drafts of the state share it.
 */
export interface Segment {
  /** Number of pages. */
  readonly size: number
  readonly pages: ReadonlyArray<SearchedPage>
  /** The number of each page's first section. */
  readonly firsts: Uint32Array
  /** The index of each section's page. */
  readonly pageOf: Uint32Array
  readonly table: TokenTable.TokenTable
}

const assemble = (pages: ReadonlyArray<SearchedPage>, table: TokenTable.TokenTable): Segment => {
  const firsts = new Uint32Array(pages.length)
  const pageOf = new Uint32Array(pages.reduce((sum, { sections }) => sum + sections.length, 0))
  let first = 0
  for (const [place, { sections }] of pages.entries()) {
    firsts[place] = first
    pageOf.fill(place, first, first + sections.length)
    first += sections.length
  }
  return { size: pages.length, pages, firsts, pageOf, table }
}

const toSearchedPage = ({ page, sections }: SearchIndex.PageEntry): SearchedPage => ({
  page,
  sections: sections.map(({ section, shown }) => (shown === undefined ? { section } : { section, shown }))
})

export function* make(pages: ReadonlyArray<SearchIndex.PageEntry>): Slices.Steps<Segment> {
  const { addEntry, build } = TokenTable.makeBuilder()
  for (const { sections } of pages) for (const section of sections) yield* addEntry(section)
  return assemble(pages.map(toSearchedPage), yield* build())
}

/** Merges the kept pages of several segments into one. */
export function* merge(
  segments: ReadonlyArray<Segment>,
  isKept: (page: SearchedPage) => boolean
): Slices.Steps<Segment> {
  const { addTable, build } = TokenTable.makeBuilder()
  const kept: Array<SearchedPage> = []
  let next = 0
  for (const { pages, table } of segments) {
    const numbers = pages.flatMap((page): ReadonlyArray<number | undefined> => {
      if (!isKept(page)) return page.sections.map(() => undefined)
      kept.push(page)
      return page.sections.map(() => next++)
    })
    yield pages.length
    yield* addTable(table, numbers)
  }
  return assemble(kept, yield* build())
}

/** The sections of a segment that match a query. */
interface Matches {
  readonly segment: Segment
  readonly matches: ReadonlyArray<Postings.CommonSection>
}

/** A matching page, and the range of the matches that are its own. */
export interface Found {
  readonly page: SearchedPage
  /** The score of the best section. */
  readonly score: number
  readonly within: Matches
  readonly first: number
  readonly end: number
}

const findMatches = ({ table }: Segment, { phrases, terms }: Score.QueryTerms): Matches["matches"] => {
  const lists = terms.flatMap((term) => TokenTable.postings(table, term) ?? [])
  const common = lists.length < terms.length ? [] : Postings.intersect(lists)
  if (phrases.length === 0 || common.length === 0) return common
  const holdsAll = TokenTable.makePhraseTest(table, phrases)
  return common.filter(({ section }) => holdsAll(section))
}

/** The pages that match a query, which must have at least one term. */
export const search = (segment: Segment, query: Score.QueryTerms): ReadonlyArray<Found> => {
  const within = { segment, matches: findMatches(segment, query) }
  const found: Array<{ -readonly [K in keyof Found]: Found[K] }> = []
  let last: (typeof found)[number] | undefined
  for (const [at, { score, section }] of within.matches.entries()) {
    const page = segment.pages[segment.pageOf[section] ?? -1]
    if (last !== undefined && last.page === page) {
      last.score = Math.max(last.score, score)
      last.end = at + 1
    } else if (page !== undefined) {
      last = { page, score, within, first: at, end: at + 1 }
      found.push(last)
    }
  }
  return found
}

const sectionsShown = 5

const byScore = (left: Postings.CommonSection, right: Postings.CommonSection) => right.score - left.score

/** The sections shown with a hit: best first, then in order. */
export const sectionHits = ({ end, first, page, within }: Found): ReadonlyArray<SearchIndex.SectionHit> => {
  const { firsts, pageOf } = within.segment
  const inside = within.matches.slice(first, end).filter(({ isInside }) => isInside)
  const hits: Array<SearchIndex.SectionHit> = []
  for (const { score, section: number } of First.takeFirst(inside, sectionsShown, byScore)) {
    const entry = page.sections[number - (firsts[pageOf[number] ?? -1] ?? 0)]
    if (entry === undefined) continue
    const { section, shown } = entry
    hits.push(shown === undefined ? { section, score } : { section, score, shown })
  }
  return hits
}
