import type { SearchIndex } from "@quire/core"
import { HashMap, Option } from "effect"
import type * as Score from "./Score.ts"
import * as Segment from "./Segment.ts"

/**
 * The searchable pages of a space. A page that was rewritten or removed stays in its segment as a stale entry. Segments
 * are ordered by level, the longest first, with fewer than `segmentsPerLevel` of each level: so there are few of them,
 * and a page is merged again only when its segment grows by that factor.
 */
export interface SearchedSpace {
  readonly pages: HashMap.HashMap<string, Segment.SearchedPage>
  readonly segments: ReadonlyArray<Segment.Segment>
}

export const segmentsPerLevel = 8

export const levelOf = ({ size }: Segment.Segment): number => Math.floor(Math.log(size) / Math.log(segmentsPerLevel))

export const empty: SearchedSpace = { pages: HashMap.empty(), segments: [] }

type Pages = SearchedSpace["pages"]
type Segments = SearchedSpace["segments"]

const isCurrent = (pages: Pages) => (page: Segment.SearchedPage) =>
  Option.getOrUndefined(HashMap.get(pages, page.page)) === page

const sizeOf = (segments: Segments) => segments.reduce((sum, { size }) => sum + size, 0)

/**
 * Merges the last segments where there are too many or short ones precede long ones, and all of them where most of
 * their entries are stale.
 */
const mergeSegments = (pages: Pages, segments: Segments): Segments => {
  if (HashMap.isEmpty(pages)) return []
  if (sizeOf(segments) > 2 * HashMap.size(pages)) return [Segment.merge(segments, isCurrent(pages))]
  const level = Math.max(...segments.slice(-1).map(levelOf))
  const first = segments.findIndex((segment) => levelOf(segment) <= level)
  const run = segments.slice(first)
  if (run.length < segmentsPerLevel && run.every((segment) => levelOf(segment) === level)) return segments
  return mergeSegments(pages, [...segments.slice(0, first), Segment.merge(run, isCurrent(pages))])
}

/** Writes some pages, the last entry of each, and removes others. */
export const update = (
  space: SearchedSpace,
  put: ReadonlyArray<SearchIndex.PageEntry>,
  removed: ReadonlyArray<string>
): SearchedSpace => {
  const written = new Map(put.map((entry) => [entry.page, entry]))
  const added = written.size === 0 ? [] : [Segment.make([...written.values()])]
  const made = added.flatMap((segment) => segment.pages.map((page) => [page.page, page] as const))
  const pages = HashMap.setMany(HashMap.removeMany(space.pages, removed), made)
  return { pages, segments: mergeSegments(pages, [...space.segments, ...added]) }
}

/** The pages that match a query, in no particular order. */
export const search = (
  { pages, segments }: SearchedSpace,
  query: Score.QueryTerms,
  passing?: Segment.SectionFilter
): ReadonlyArray<Segment.PageMatch> => {
  if (query.terms.length === 0 && query.prefix === undefined) return []
  const found = segments.flatMap((segment) => Segment.search(segment, query, passing))
  const isCurrentPage = isCurrent(pages)
  return sizeOf(segments) === HashMap.size(pages) ? found : found.filter(({ page }) => isCurrentPage(page))
}

/** The condition keys of the sections, excluding the empty condition. May include keys of deleted sections. */
export const conditionKeys = ({ segments }: SearchedSpace): ReadonlySet<string> =>
  new Set(segments.flatMap(({ conditions }) => [...conditions]))
