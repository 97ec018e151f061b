import { Effect } from "effect"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as PageNeighbours from "../../spaces/link/PageNeighbours.ts"
import type { Publication } from "../publication/Publications.ts"
import * as PagePlaces from "./PagePlaces.ts"
import type { Breadcrumb, PageLink } from "./PublishedPage.ts"
import type { ResolvedPage } from "./Resolution.ts"

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
export const findNeighbours = Effect.fnUntraced(function* (publication: Publication, { at, page }: ResolvedPage) {
  const before = yield* PageNeighbours.findNeighbour(at.root, page, "back")
  const after = yield* PageNeighbours.findNeighbour(at.root, page, "forward")
  const previous = yield* linkTo(publication, at, before?.id)
  const next = yield* linkTo(publication, at, after?.id)
  return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) }
})

/** The way to a page: its section, if the site has several, then the pages above it. */
export const listBreadcrumbs = Effect.fnUntraced(function* (publication: Publication, { at, page }: ResolvedPage) {
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
