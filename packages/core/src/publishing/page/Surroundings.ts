import { Effect, Option } from "effect"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import type { SiteSpace } from "../../sites/structure/SiteStructure.ts"
import * as PageNeighbours from "../../writing/link/PageNeighbours.ts"
import type { Publication } from "../publication/Publications.ts"
import * as PagePlaces from "./PagePlaces.ts"
import type { Alternate, Breadcrumb, PageLink } from "./PublishedPage.ts"
import type { OpenRoot } from "./PublishedRoots.ts"
import type { Found } from "./Resolution.ts"
import * as SitePlaces from "./SitePlaces.ts"

const linkTo = Effect.fnUntraced(function* (
  publication: Publication,
  at: PagePlaces.OpenedPlace,
  id: string | undefined
) {
  if (id === undefined) return undefined
  const found = (yield* PagePlaces.locate(publication, at, [id])).get(id)
  return found && ({ id, title: found.page.title, path: found.place.path } satisfies PageLink)
})

/** The pages before and after a page in reading order. */
export const findNeighbours = Effect.fnUntraced(function* (publication: Publication, { at, page }: Found) {
  const before = yield* PageNeighbours.findNeighbour(at.root, page, "back")
  const after = yield* PageNeighbours.findNeighbour(at.root, page, "forward")
  const previous = yield* linkTo(publication, at, before?.id)
  const next = yield* linkTo(publication, at, after?.id)
  return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) }
})

/** The way to a page: its section, if the site has several, then the pages above it. */
export const listBreadcrumbs = Effect.fnUntraced(function* (publication: Publication, { at, page }: Found) {
  const above = (yield* PagePath.ancestors(at.root, page.id)).toReversed()
  const found = yield* PagePlaces.locate(publication, at, above)
  const pages = above.flatMap((id): ReadonlyArray<Breadcrumb> => {
    const entry = found.get(id)
    if (entry === undefined) return []
    const { title, type } = entry.page
    return [type === "group" ? { title } : { title, path: entry.place.path }]
  })
  const { section } = at.section
  const { sections } = publication.seen.structure
  return section === null || sections.length < 2 ? pages : [{ title: section.title }, ...pages]
})

/** Other site-spaces of the section, each with the same page or its first one (rule publication-alternates). */
export const listAlternates = Effect.fnUntraced(function* (
  publication: Publication,
  { at, place }: Found,
  openRoot: OpenRoot
) {
  const alternateIn = Effect.fnUntraced(function* (siteSpace: SiteSpace) {
    const title = publication.seen.spaces.get(siteSpace.space)?.title ?? ""
    const other = yield* PagePlaces.open({ section: at.section, siteSpace }, openRoot)
    const same = Option.getOrUndefined(yield* PagePath.find(other.root, place.inSpace))
    const found =
      same?.type === "document" ? (yield* PagePlaces.locate(publication, other, [same.id])).get(same.id) : undefined
    if (found === undefined && other.landing === undefined) return []
    const path = found?.place.path ?? SitePlaces.addressOf(publication, other)
    return [{ siteSpace: siteSpace.id, title, path } satisfies Alternate]
  })
  const others = at.section.siteSpaces.filter(({ id }) => id !== at.siteSpace.id)
  return (yield* Effect.forEach(others, alternateIn, ContentReader.batched)).flat()
})
