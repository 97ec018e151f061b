import { Effect } from "effect"
import type * as ContentNode from "../../content/tree/ContentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import type * as Root from "../../content/tree/Root.ts"
import * as PageNeighbours from "../../spaces/link/PageNeighbours.ts"
import type { Publication } from "../publication/Publications.ts"
import type { OpenRoot } from "./PublishedRoots.ts"
import * as SitePlaces from "./SitePlaces.ts"

/** A site-space with its content, and the page that is shown where none is named. */
export interface OpenedPlace extends SitePlaces.SitePlace {
  readonly root: Root.Root
  /** The first document that is not hidden (rule publication-landing). */
  readonly landing: Page.Page | undefined
}

/** A page of a site; the addresses are as in `PublishedPage`. */
export interface PagePlace {
  readonly id: string
  /** Its path in its space. */
  readonly inSpace: string
  readonly path: string
  readonly textPath: string
}

/** The first pages of contents that are in memory. */
const landings = new WeakMap<ContentNode.Root, { readonly page: Page.Page | undefined }>()

const findLanding = (root: Root.Root): Effect.Effect<Page.Page | undefined> => {
  const known = landings.get(root.maps)
  if (known !== undefined) return Effect.succeed(known.page)
  return Effect.tap(PageNeighbours.findFirstDocument(root, null), (page) =>
    Effect.sync(() => landings.set(root.maps, { page }))
  )
}

export const open = Effect.fnUntraced(function* (place: SitePlaces.SitePlace, openRoot: OpenRoot) {
  const root = yield* openRoot(place.siteSpace.space)
  return { ...place, root, landing: yield* findLanding(root) } satisfies OpenedPlace
})

/** The addresses of a page by its path in its space. */
export const ofPath = (publication: Publication, at: OpenedPlace, id: string, path: string): PagePlace => ({
  id,
  inSpace: path,
  path: SitePlaces.addressOf(publication, at, id === at.landing?.id ? "" : path),
  textPath: SitePlaces.addressOf(publication, at, path)
})

/** The addresses of the pages that exist among `ids`, by id. */
export const locate = Effect.fnUntraced(function* (
  publication: Publication,
  at: OpenedPlace,
  ids: ReadonlyArray<string>
) {
  const found = yield* PagePath.locate(at.root, ids)
  return new Map(
    Array.from(found, ([id, { page, path }]) => [id, { page, place: ofPath(publication, at, id, path) }] as const)
  )
})
