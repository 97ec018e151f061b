import { Effect } from "effect"
import type * as ContentNode from "../../content/tree/ContentNode.ts"
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

/** The first pages of contents that are in memory. */
const landings = new WeakMap<ContentNode.Root, { readonly id: string | undefined }>()

const findLanding = (root: Root.Root): Effect.Effect<string | undefined> => {
  const known = landings.get(root.maps)
  if (known !== undefined) return Effect.succeed(known.id)
  return Effect.map(PageNeighbours.findFirstDocument(root, null), (landing) => {
    landings.set(root.maps, { id: landing?.id })
    return landing?.id
  })
}

export const open = Effect.fnUntraced(function* (place: SitePlaces.SitePlace, openRoot: OpenRoot) {
  const root = yield* openRoot(place.siteSpace.space)
  return { ...place, root, landing: yield* findLanding(root) } satisfies OpenedPlace
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
