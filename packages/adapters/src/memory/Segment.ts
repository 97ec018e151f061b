import { SearchIndex } from "@quire/core"
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

/** A token's list while it is made; `field` is the one that was counted last. */
interface Growing {
  readonly sections: Array<number>
  readonly worth: Array<number>
  field: number
}

/** A segment that is being made. */
const builder = () => {
  const sections: Array<Section> = []
  const postings = new Map<string, Growing>()
  let size = 0
  let fields = 0
  const begin = (section: number, worth: number): Growing => ({ sections: [section], worth: [worth], field: fields })
  const extend = ({ sections, worth }: Growing, section: number, more: number): void => {
    const last = sections.length - 1
    if (sections[last] === section) worth[last] = (worth[last] ?? 0) + more
    else {
      sections.push(section)
      worth.push(more)
    }
  }
  return {
    addSection: (section: Section): number => {
      if (sections.at(-1)?.page !== section.page) size++
      return sections.push(section) - 1
    },
    addToken: (token: string, section: number, worth: number): void => {
      const own = postings.get(token)
      if (own === undefined) postings.set(token, begin(section, worth))
      else extend(own, section, worth)
    },
    /** The tokens of one field of a section, each of which counts once. */
    addField: (tokens: ReadonlyArray<string>, section: number, weight: number): void => {
      fields++
      for (const token of tokens) {
        const own = postings.get(token)
        if (own === undefined) postings.set(token, begin(section, weight))
        else if (own.field !== fields) {
          own.field = fields
          extend(own, section, weight)
        }
      }
    },
    made: (): Segment => ({ size, sections, postings })
  }
}

export const make = (pages: Iterable<SearchedPage>): Segment => {
  const { addField, addSection, made } = builder()
  for (const page of pages) {
    for (const entry of page.sections) {
      const section = addSection({ page, entry })
      for (const field of Score.fields) addField(entry[field], section, SearchIndex.weights[field])
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

/** What a query finds in a segment: the sections that have all that is wanted. */
interface Matches {
  readonly sections: Segment["sections"]
  readonly matches: ReadonlyArray<Postings.Common>
}

/** A page that is found, and which of the matches are its own. */
export interface Found {
  readonly page: SearchedPage
  /** That of the best section. */
  readonly score: number
  readonly within: Matches
  readonly first: number
  readonly end: number
}

const matchesOf = ({ postings, sections }: Segment, { phrases, terms }: Score.Wanted): Matches => {
  const lists = terms.flatMap((term) => postings.get(term) ?? [])
  const common = lists.length < terms.length ? [] : Postings.common(lists)
  if (phrases.length === 0) return { sections, matches: common }
  return { sections, matches: common.filter(({ section }) => Score.holdsAll(sections[section]?.entry, phrases)) }
}

/** The pages that a query finds; at least one term is wanted. */
export const search = (segment: Segment, query: Score.Wanted): ReadonlyArray<Found> => {
  const within = matchesOf(segment, query)
  const found: Array<{ -readonly [K in keyof Found]: Found[K] }> = []
  for (const [at, { score, section }] of within.matches.entries()) {
    const page = within.sections[section]?.page
    const last = found.at(-1)
    if (last !== undefined && last.page === page) {
      last.score = Math.max(last.score, score)
      last.end = at + 1
    } else if (page !== undefined) found.push({ page, score, within, first: at, end: at + 1 })
  }
  return found
}

const sectionsShown = 5

/** The sections that a hit shows: best first, then in order. */
export const shown = ({ end, first, within: { matches, sections } }: Found): ReadonlyArray<SearchIndex.SectionHit> =>
  matches
    .slice(first, end)
    .filter(({ isInside }) => isInside)
    .sort((left, right) => right.score - left.score)
    .slice(0, sectionsShown)
    .flatMap(({ score, section }) => {
      const entry = sections[section]?.entry
      if (entry === undefined) return []
      return [{ section: entry.section, score, ...(entry.shown === undefined ? {} : { shown: entry.shown }) }]
    })
