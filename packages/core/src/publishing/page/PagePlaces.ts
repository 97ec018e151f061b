import { Effect } from "effect"
import * as PagePath from "../../content/tree/PagePath.ts"
import type * as Root from "../../content/tree/Root.ts"
import * as PageNeighbours from "../../writing/link/PageNeighbours.ts"
import type { Publication } from "../publication/Publications.ts"
import type { OpenRoot } from "./PublishedRoots.ts"
import * as SitePlaces from "./SitePlaces.ts"

/** A site-space with its content, and the page that is shown where none is named. */
export interface OpenedPlace extends SitePlaces.SitePlace {
  readonly root: Root.Root
  /** Id of the first document that is not hidden (rule publication-landing). */
  readonly landing: string | undefined
}

/** A page of a site; the addresses are as in `PublishedPage`. */
export interface PagePlace {
  readonly id: string
  /** Its path in its space. */
  readonly inSpace: string
  readonly path: string
  readonly textPath: string
}

export const open = Effect.fnUntraced(function* (place: SitePlaces.SitePlace, openRoot: OpenRoot) {
  const root = yield* openRoot(place.siteSpace.space)
  const landing = yield* PageNeighbours.findFirstDocument(root, null)
  return { ...place, root, landing: landing?.id } satisfies OpenedPlace
})

/** The addresses of a page by its path in its space. */
export const ofPath = (publication: Publication, at: OpenedPlace, id: string, path: string): PagePlace => ({
  id,
  inSpace: path,
  path: SitePlaces.addressOf(publication, at, id === at.landing ? "" : path),
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
