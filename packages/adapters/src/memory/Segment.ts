import type { SearchIndex } from "@quire/core"
import * as First from "./First.ts"
import * as Postings from "./Postings.ts"
import type * as Score from "./Score.ts"
import * as TokenTable from "./TokenTable.ts"

/** A section without its tokens, which are in the segment's table. */
type Section = Pick<SearchIndex.SectionEntry, "section" | "shown"> & {
  /** Its conditions as a key; undefined on pages that no publication lists. */
  readonly conditions: string | undefined
}

export const keyOfConditions = (conditions: SearchIndex.ConditionList): string => JSON.stringify(conditions)

const unconditional = keyOfConditions([])

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
  /** The condition keys of the sections, excluding the empty condition. */
  readonly conditions: ReadonlySet<string>
  /** Whether all sections are visible in every publication. */
  readonly isOpen: boolean
}

const collectConditions = (pages: ReadonlyArray<SearchedPage>): Pick<Segment, "conditions" | "isOpen"> => {
  const found = new Set<string | undefined>()
  for (const { sections } of pages) for (const { conditions } of sections) found.add(conditions)
  found.delete(unconditional)
  return { conditions: new Set([...found].filter((key) => key !== undefined)), isOpen: found.size === 0 }
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
  return { size: pages.length, pages, firsts, pageOf, table, ...collectConditions(pages) }
}

const toSearchedPage = ({ isListed, page, sections }: SearchIndex.PageEntry): SearchedPage => ({
  page,
  sections: sections.map(({ conditions, section, shown }) => {
    const key = conditions.length === 0 ? unconditional : keyOfConditions(conditions)
    const own = { section, conditions: isListed ? key : undefined }
    return shown === undefined ? own : { ...own, shown }
  })
})

export const make = (pages: ReadonlyArray<SearchIndex.PageEntry>): Segment => {
  const { addEntry, build } = TokenTable.makeBuilder()
  for (const { sections } of pages) for (const section of sections) addEntry(section)
  return assemble(pages.map(toSearchedPage), build())
}

/** Merges the kept pages of several segments into one. */
export const merge = (segments: ReadonlyArray<Segment>, isKept: (page: SearchedPage) => boolean): Segment => {
  const { addTable, build } = TokenTable.makeBuilder()
  const kept: Array<SearchedPage> = []
  let next = 0
  for (const { pages, table } of segments) {
    const numbers = pages.flatMap((page): ReadonlyArray<number | undefined> => {
      if (!isKept(page)) return page.sections.map(() => undefined)
      kept.push(page)
      return page.sections.map(() => next++)
    })
    addTable(table, numbers)
  }
  return assemble(kept, build())
}

/** The sections of a segment that match a query. */
interface Matches {
  readonly segment: Segment
  readonly matches: ReadonlyArray<Postings.CommonSection>
}

/** A matching page, and the range of the matches that are its own. */
export interface PageMatch {
  readonly page: SearchedPage
  /** The score of the best section. */
  readonly score: number
  readonly within: Matches
  readonly first: number
  readonly end: number
}

/** The section of a number. */
const sectionAt = ({ firsts, pageOf, pages }: Segment, number: number): Section | undefined => {
  const place = pageOf[number] ?? -1
  return pages[place]?.sections[number - (firsts[place] ?? 0)]
}

/** The condition keys of the sections that may be found; all sections if undefined. */
export type SectionFilter = ReadonlySet<string> | undefined

/** The given condition keys, and that of the empty condition. */
export const passingOf = (lists: ReadonlyArray<SearchIndex.ConditionList>): SectionFilter =>
  new Set([unconditional, ...lists.map(keyOfConditions)])

const findMatches = (
  segment: Segment,
  { phrases, prefix, terms }: Score.QueryTerms,
  passing: SectionFilter
): Matches["matches"] => {
  const { table } = segment
  const begun = prefix === undefined ? [] : [TokenTable.prefixPostings(table, prefix)]
  const lists = [...terms.map((term) => TokenTable.postings(table, term)), ...begun]
  const known = lists.filter((list) => list !== undefined)
  const common = known.length < lists.length ? [] : Postings.intersect(known)
  const seen =
    passing === undefined || segment.isOpen
      ? common
      : common.filter(({ section }) => passing.has(sectionAt(segment, section)?.conditions ?? ""))
  if (phrases.length === 0 || seen.length === 0) return seen
  const holdsAll = TokenTable.makePhraseTest(table, phrases)
  return seen.filter(({ section }) => holdsAll(section))
}

/** The pages that match a query, which must have at least one term or a prefix. */
export const search = (segment: Segment, query: Score.QueryTerms, passing: SectionFilter): ReadonlyArray<PageMatch> => {
  const within = { segment, matches: findMatches(segment, query, passing) }
  const found: Array<{ -readonly [K in keyof PageMatch]: PageMatch[K] }> = []
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

/** The best match of each section that several entries are of, in order. */
const bestOfSections = ({ end, first, within }: PageMatch) => {
  const best = new Map<string, Postings.CommonSection & { readonly entry: Section }>()
  for (const match of within.matches.slice(first, end)) {
    const entry = match.isInside ? sectionAt(within.segment, match.section) : undefined
    if (entry === undefined) continue
    const known = best.get(entry.section)
    if (known !== undefined && known.score >= match.score) continue
    best.delete(entry.section)
    best.set(entry.section, { ...match, entry })
  }
  return best.values()
}

/** The sections shown with a hit: best first, then in order. */
export const sectionHits = (found: PageMatch): ReadonlyArray<SearchIndex.SectionHit> =>
  First.takeFirst(bestOfSections(found), sectionsShown, byScore).map(({ entry: { section, shown }, score }) =>
    shown === undefined ? { section, score } : { section, score, shown }
  )
