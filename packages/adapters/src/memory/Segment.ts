import type { SearchIndex } from "@quire/core"
import * as Postings from "./Postings.ts"
import * as Score from "./Score.ts"

/** A page's sections; every writing makes a new one. */
export interface SearchedPage {
  readonly page: string
  readonly sections: ReadonlyArray<SearchIndex.SectionEntry>
}

interface Section {
  readonly page: SearchedPage
  readonly entry: SearchIndex.SectionEntry
}

/**
 * Sections of pages that were indexed together, by number, those of one page in a row, and the numbers of those that hold
 * a token. A segment never changes, so drafts of the state share it.
 */
export interface Segment {
  /** Number of pages. */
  readonly size: number
  readonly sections: ReadonlyArray<Section>
  readonly postings: ReadonlyMap<string, Postings.Postings>
}

/** A segment that is being made. */
const builder = () => {
  const sections: Array<Section> = []
  const postings = new Map<string, { readonly sections: Array<number>; readonly worth: Array<number> }>()
  let size = 0
  return {
    addSection: (section: Section): number => {
      if (sections.at(-1)?.page !== section.page) size++
      return sections.push(section) - 1
    },
    addToken: (token: string, section: number, worth: number): void => {
      const own = postings.get(token)
      if (own === undefined) postings.set(token, { sections: [section], worth: [worth] })
      else {
        own.sections.push(section)
        own.worth.push(worth)
      }
    },
    made: (): Segment => ({ size, sections, postings })
  }
}

export const make = (pages: Iterable<SearchedPage>): Segment => {
  const { addSection, addToken, made } = builder()
  for (const page of pages) {
    for (const entry of page.sections) {
      const section = addSection({ page, entry })
      for (const [token, worth] of Score.worthOf(entry)) addToken(token, section, worth)
    }
  }
  return made()
}

/** One segment of those pages of several that are kept. */
export const merge = (segments: ReadonlyArray<Segment>, isKept: (page: SearchedPage) => boolean): Segment => {
  const { addSection, addToken, made } = builder()
  for (const { postings, sections } of segments) {
    const kept = new Set([...new Set(sections.map(({ page }) => page))].filter(isKept))
    const numbers = sections.map((section) => (kept.has(section.page) ? addSection(section) : undefined))
    for (const [token, own] of postings) {
      for (const [at, before] of own.sections.entries()) {
        const section = numbers[before]
        if (section !== undefined) addToken(token, section, own.worth[at] ?? 0)
      }
    }
  }
  return made()
}

/** A page with its sections that match. */
export interface Found {
  readonly page: SearchedPage
  /** That of the best section. */
  readonly score: number
  readonly matches: ReadonlyArray<Score.Match>
}

/** What a query finds in a segment; at least one term is wanted. */
export const search = ({ postings, sections }: Segment, query: Score.Wanted): ReadonlyArray<Found> => {
  const lists = query.terms.flatMap((term) => postings.get(term) ?? [])
  if (lists.length < query.terms.length) return []
  const found: Array<{ readonly page: SearchedPage; score: number; readonly matches: Array<Score.Match> }> = []
  for (const { section, worth } of Postings.common(lists)) {
    const at = sections[section]
    if (at === undefined || !Score.holdsPhrases(at.entry, query)) continue
    const match = Score.match(at.entry, worth)
    const last = found.at(-1)
    if (last?.page === at.page) {
      last.matches.push(match)
      last.score = Math.max(last.score, match.score)
    } else found.push({ page: at.page, score: match.score, matches: [match] })
  }
  return found
}
