import { type Publications, PublishedSearch, type Searches, SitePlaces } from "@quire/core"
import { Effect } from "effect"
import type { SiteSearchFilter } from "../page/SearchFilters.ts"
import type { SearchResult } from "../page/SearchHtml.ts"

export const limits = {
  results: 20,
  pages: 5,
  words: 5
} as const

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}

/** The search query for a URL without content: the words of its last segment. */
export const queryOf = (path: string): string => {
  const last = path.split("/").findLast((part) => part !== "") ?? ""
  const words = decode(last).split(/[^\p{L}\p{N}]+/u)
  return words
    .filter((word) => word !== "")
    .slice(0, limits.words)
    .join(" ")
}

/** A page that a reader finds. */
export interface FoundPage extends SearchResult {
  readonly id: string
  readonly siteSpace: string
}

/** The search results of a reader: the first of `count`, the best first; paths are below the site. */
export interface Results {
  readonly items: ReadonlyArray<FoundPage>
  readonly count: number
  /** The words that the titles and texts of the results were found by, as written there. */
  readonly matched: ReadonlyArray<string>
  /** The query with words of the site in place of misspelled ones (rule search-suggestion). */
  readonly suggestion?: string
}

/** The identifier of a section in results: the URL of its page with its anchor. */
const sectionOf = (path: string, { anchor, excerpt, title }: PublishedSearch.PublishedSection) => ({
  title,
  path: anchor === "" ? path : `${path}#${encodeURIComponent(anchor)}`,
  body: excerpt
})

/** The titles of the section and space that contain a page, where the site has more than one. */
const wayTo = (publication: Publications.Publication, siteSpace: string): ReadonlyArray<string> => {
  const { spaces, structure } = publication.seen
  const place = SitePlaces.list(publication).find((each) => each.siteSpace.id === siteSpace)
  if (place === undefined) return []
  const { section, siteSpaces } = place.section
  return [
    ...(section === null || structure.sections.length < 2 ? [] : [section.title]),
    ...(siteSpaces.length < 2 ? [] : [spaces.get(place.siteSpace.space)?.title ?? ""])
  ]
}

/** The site spaces that a search is about; undefined for all (rule site-search-filter). */
const choose = (
  publication: Publications.Publication,
  { language, section }: SiteSearchFilter
): ReadonlyArray<string> | undefined => {
  if (section === undefined && language === undefined) return undefined
  const { spaces } = publication.seen
  return SitePlaces.list(publication).flatMap((place) => {
    const isIn = section === undefined || place.section.section?.id === section
    const own = spaces.get(place.siteSpace.space)?.translation?.language
    return isIn && (language === undefined || own === language) ? [place.siteSpace.id] : []
  })
}

/** Searches a publication (rule published-search). */
export type SiteSearch = (
  publication: Publications.Publication,
  query: string,
  filter?: SiteSearchFilter
) => Effect.Effect<Results, Searches.QueryInvalid>

export const make: Effect.Effect<SiteSearch, never, PublishedSearch.PublishedSearch> = Effect.map(
  PublishedSearch.PublishedSearch,
  ({ search }) =>
    Effect.fnUntraced(function* (publication: Publications.Publication, query: string, filter: SiteSearchFilter = {}) {
      const siteSpaces = choose(publication, filter)
      const { matched, results, suggestion, total } = yield* search(publication, query, {
        page: { offset: 0, limit: limits.results },
        ...(siteSpaces === undefined ? {} : { siteSpaces })
      })
      const items = results.map(({ page: { id, path, title }, sections, siteSpace }) => ({
        id,
        siteSpace,
        title,
        path,
        breadcrumbs: wayTo(publication, siteSpace),
        sections: sections.map((section) => sectionOf(path, section))
      }))
      return {
        items,
        count: total,
        matched,
        ...(suggestion === undefined ? {} : { suggestion })
      } satisfies Results
    })
)
