import { Context, Effect, Layer } from "effect"
import type { Block } from "../../content/document/Block.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import type { ConditionList, PageHit, SectionHit } from "../../content/search-index/SearchIndex.ts"
import * as SearchIndex from "../../content/search-index/SearchIndex.ts"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"
import type { SiteSpaceId } from "../../foundation/id/Ids.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { ResultForm } from "../../spaces/search/ResultForm.ts"
import * as Searches from "../../spaces/search/Searches.ts"
import { findRefusal } from "../../spaces/search/Searches.ts"
import type { SearchKind } from "../../spaces/search/SearchFilter.ts"
import { ApplicableSynonyms } from "../../spaces/search/SynonymSettings.ts"
import type * as Conditions from "../publication/Conditions.ts"
import * as Evaluated from "../publication/Evaluated.ts"
import type { Publication } from "../publication/Publications.ts"
import type { PageLink } from "../published-page/PublishedPage.ts"
import * as PublishedRoots from "../published-page/PublishedRoots.ts"
import type { SitePlace } from "../published-page/SitePlaces.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"

/** The numbers, among all headings of a document, of those that are seen; conditions were evaluated before. */
const listSeen = ({ nodes }: Document, { holds }: Conditions.Conditions): ReadonlyArray<number> => {
  const seen: Array<number> = []
  const open: Array<readonly [Block, boolean]> = nodes.map((node) => [node, true] as const).reverse()
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [block, isSeen] = next
    if (DocumentText.isHeading(block)) {
      if (isSeen) seen.push(count)
      count++
    }
    const below = isSeen && (block.type !== "if" || holds(block.data.expression))
    for (const child of DocumentTree.children(block).toReversed()) open.push([child, below])
  }
  return seen
}

/** Headings that an audience sees, with their anchors for it, by their number among all headings of the document. */
export type AudienceHeadings = ReadonlyMap<number, DocumentText.Heading>

export const ofDocument = (document: Document, conditions: Conditions.Conditions): AudienceHeadings => {
  const evaluated = Evaluated.document(document, conditions)
  const headings = DocumentText.headings(evaluated)
  const numbers = listSeen(document, conditions)
  return new Map(
    headings.flatMap((heading, at) => (numbers[at] === undefined ? [] : [[numbers[at], heading] as const]))
  )
}

/**
 * The site-spaces that a search of a publication is about, by space: each space where it is seen first. `chosen` leaves
 * out all others; undefined leaves out none.
 */
export const chooseSpaces = (
  publication: Publication,
  chosen: ReadonlyArray<string> | undefined
): ReadonlyMap<string, SitePlaces.SitePlace> => {
  const wanted = chosen === undefined ? undefined : new Set(chosen)
  const found = new Map<string, SitePlaces.SitePlace>()
  for (const place of SitePlaces.list(publication)) {
    const { id, space } = place.siteSpace
    if (wanted !== undefined && !wanted.has(id)) continue
    if (publication.seen.spaces.has(space) && !found.has(space)) found.set(space, place)
  }
  return found
}

/** The spaces, each with its listed conditions that pass for the audience (rule search-conditions). */
export const pass = (
  publication: Publication,
  spaces: Iterable<string>,
  listed: ReadonlyArray<{ readonly space: string; readonly conditions: ConditionList }>
): ReadonlyArray<SearchIndex.PublishedSpace> => {
  const { allHold } = publication.seen.conditions
  const passing = new Map<string, Array<ConditionList>>(Array.from(spaces, (space) => [space, []]))
  for (const { conditions, space } of listed) {
    if (allHold(conditions)) passing.get(space)?.push(conditions)
  }
  return Array.from(passing, ([space, lists]) => ({ space, passing: lists }))
}

/** A section that matches; `anchor` and `title` are empty for the text before the first heading. */
export interface PublishedSection {
  readonly anchor: string
  readonly title: string
  /** Plain text around the match. */
  readonly excerpt: string
}

/** A page that matches, in the site-space where the publication shows its space first. */
export interface PublishedResult {
  readonly siteSpace: SiteSpaceId
  readonly space: string
  readonly page: PageLink
  /** The best first; empty if only the title matches. */
  readonly sections: ReadonlyArray<PublishedSection>
}

/** Results from `offset`, best first, and how many there are; both up to 1,000. */
export interface PublishedResults extends Searches.SearchFeedback {
  readonly results: ReadonlyArray<PublishedResult>
  readonly total: number
}

export interface PublishedRequest {
  /** Searches only these site spaces, as far as the publication shows them. */
  readonly siteSpaces?: ReadonlyArray<string>
  readonly kind?: SearchKind
  readonly page: { readonly offset: number; readonly limit: number }
}

type SearchHit = Pick<PublishedResult, "page" | "sections">

const form: Pick<ResultForm<SearchHit, unknown>, "page"> = {
  page: ({ id, path, title }, sections) => ({
    page: { id, title, path },
    sections: sections.map(({ body, section, title: heading }) => ({ anchor: section, title: heading, excerpt: body }))
  })
}

const hasOpenHeading = ({ sections }: PageHit): boolean => sections.some(({ shown }) => shown?.heading !== undefined)

/** Reads the headings of pages where anchors and titles depend on the audience. */
const readHeadings = Effect.fnUntraced(function* (
  publication: Publication,
  root: Root.Root,
  hits: ReadonlyArray<PageHit>
) {
  const ids = hits.filter(hasOpenHeading).map(({ page }) => page)
  const pages = ids.length === 0 ? [] : [...(yield* Root.pages(root, ids)).values()]
  const documents = yield* DocumentNode.forEach(
    root.reader,
    pages,
    (page) => (page.type === "document" ? page.document : undefined),
    ({ id }, document) => ({ id, document })
  )
  const found = new Map<string, AudienceHeadings>()
  for (const { document, id } of documents) {
    if (document === undefined) continue
    found.set(id, ofDocument(document, publication.seen.conditions))
  }
  return found
})

/** The section as the audience sees it; none if its heading was removed since it was indexed. */
const toSeen = (headings: AudienceHeadings | undefined, hit: SectionHit): ReadonlyArray<SectionHit> => {
  if (hit.shown?.heading === undefined) return [hit]
  const heading = headings?.get(hit.shown.heading)
  if (heading === undefined) return []
  return [{ ...hit, section: heading.anchor, shown: { ...hit.shown, title: heading.title } }]
}

/**
 * Pages whose document is not what the index has of them: where a change request is shown, those that it changed
 * (rule publication-preview-search).
 */
const listChanged = Effect.fnUntraced(function* (
  { seen }: Publication,
  shown: Root.Root,
  openIndexed: PublishedRoots.OpenRoot,
  ids: ReadonlyArray<string>
) {
  const { space } = shown.reader
  if (seen.roots.get(space) === seen.searched.get(space)) return new Set<string>()
  const indexed = yield* openIndexed(space)
  const [now, then] = [yield* Root.pages(shown, ids), yield* Root.pages(indexed, ids)]
  const documentOf = (page: Page.Page | undefined) => (page?.type === "document" ? page.document : undefined)
  return new Set(ids.filter((id) => documentOf(now.get(id)) !== documentOf(then.get(id))))
})

const noHits = Effect.succeed({ hits: [], total: 0, corrections: [] })

/**
 * Searches the visible content of a publication. Hidden content is excluded before anything is counted or ranked (rules
 * search-conditions and search-listed), and spaces that the publication does not show are not queried.
 */
export class PublishedSearch extends Context.Service<PublishedSearch>()("@quire/core/PublishedSearch", {
  make: Effect.gen(function* () {
    const index = yield* SearchIndex.SearchIndex
    const { batchedRootsOf } = yield* PublishedRoots.PublishedRoots
    const results = yield* Searches.pageResultMaker
    const synonyms = yield* ApplicableSynonyms

    const find = Effect.fnUntraced(function* (
      publication: Publication,
      spaces: ReadonlyArray<string>,
      parsed: SearchIndex.SearchQuery | undefined,
      page: PublishedRequest["page"]
    ) {
      if (parsed === undefined || spaces.length === 0) return yield* noHits
      const listed = yield* index.conditions(spaces)
      const passing = pass(publication, spaces, listed)
      return yield* index.searchPublished(passing, parsed, page)
    })

    /** Results by space and page. */
    const show = Effect.fnUntraced(function* (
      publication: Publication,
      places: ReadonlyMap<string, SitePlace>,
      hits: ReadonlyArray<PageHit>,
      excerpt: (text: string) => string
    ) {
      const spaces = [...new Set(hits.map(({ space }) => space))]
      const rootsOf = yield* batchedRootsOf
      const openRoot = rootsOf(publication)
      const openIndexed = rootsOf({ seen: { ...publication.seen, roots: publication.seen.searched } })
      const showIn = Effect.fnUntraced(function* (space: string, place: SitePlace) {
        const at = yield* SitePlaces.openPlace(place, openRoot)
        const { root } = at
        const own = hits.filter((hit) => hit.space === space)
        const headings = yield* readHeadings(publication, root, own)
        const ids = own.map(({ page }) => page)
        const changed = yield* listChanged(publication, root, openIndexed, ids)
        const seen = own.map((hit) => ({
          ...hit,
          sections: changed.has(hit.page)
            ? []
            : hit.sections.flatMap((section) => toSeen(headings.get(hit.page), section))
        }))
        const found = yield* results(root, seen, excerpt, form)
        const shown = found.map(({ view: { page, sections } }) => {
          const { id, path, title } = page
          const address = SitePlaces.pageOfPath(publication, at, id, path).path
          return [id, { page: { id, title, path: address }, sections }] as const
        })
        return [space, new Map(shown)] as const
      })
      const seen = spaces.flatMap((space) => {
        const place = places.get(space)
        return place === undefined ? [] : [{ space, place }]
      })
      return new Map(yield* Effect.forEach(seen, ({ place, space }) => showIn(space, place), ContentReader.batched))
    })

    /** Searches what an audience sees of a site. */
    const search = operation("PublishedSearch.search")(function* (
      publication: Publication,
      query: string,
      request: PublishedRequest
    ) {
      const refusal = findRefusal(query)
      if (refusal !== undefined) return yield* refusal
      const places = chooseSpaces(publication, request.siteSpaces)
      const known = yield* synonyms.ofOrganization(publication.seen.organization)
      const { open, parsed } = Searches.readQuery(query, request.kind, known)
      const { corrections, hits, total } = yield* find(publication, [...places.keys()], parsed, request.page)
      const { excerpt, feedback } = open(corrections)
      const shown = yield* show(publication, places, hits, excerpt)
      const found = hits.flatMap(({ page, space }): ReadonlyArray<PublishedResult> => {
        const [place, result] = [places.get(space), shown.get(space)?.get(page)]
        return place === undefined || result === undefined ? [] : [{ siteSpace: place.siteSpace.id, space, ...result }]
      })
      const texts = found.flatMap(({ page, sections }) => [
        page.title,
        ...sections.flatMap(({ excerpt: text, title }) => [title, text])
      ])
      return {
        results: found,
        total: total - (hits.length - found.length),
        ...feedback(texts)
      } satisfies PublishedResults
    })

    return { search } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ApplicableSynonyms.layer, NodeCache.layer, PublishedRoots.PublishedRoots.layer])
  )
}
