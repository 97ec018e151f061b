import { Effect, Function } from "effect"
import type * as ContentNode from "../../content/tree/ContentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import type * as Root from "../../content/tree/Root.ts"
import * as PageNeighbours from "../../spaces/link/PageNeighbours.ts"
import type { Publication } from "../publication/Publications.ts"
import * as SitePath from "../publication/SitePath.ts"
import type { VisibleSection, VisibleStructure } from "../publication/VisibleStructure.ts"
import type { OpenRoot } from "./PublishedRoots.ts"

/** A site-space that an audience sees, with the section that it is in. */
export type SitePlace = Pick<SitePath.SiteLocation, "section" | "siteSpace">

/** The path of a URL, without a slash at either end; the parts are percent-encoded. */
export const toPath = (segments: SitePath.Segments): string => segments.map(encodeURIComponent).join("/")

/** The parts of a page's path; none for the top of its space. */
export const toSegments = (path: string): SitePath.Segments => path.split("/").filter((segment) => segment !== "")

/** The address of a page below the site; that of the space's first page without one (rule publication-canonical). */
export const addressOf = ({ seen }: Publication, place: SitePlace, pagePath = ""): string =>
  toPath(SitePath.canonical(seen.structure, { ...place, rest: toSegments(pagePath) }))

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const placesIn = Function.memoize(
  (section: VisibleSection): ReadonlyArray<SitePlace> => section.siteSpaces.map((siteSpace) => ({ section, siteSpace }))
)

const placesOf = Function.memoize(({ sections }: VisibleStructure) => sections.flatMap(placesIn))

/** Every site-space that the audience sees, in order. */
export const list = ({ seen }: Publication): ReadonlyArray<SitePlace> => placesOf(seen.structure)

/** The first place of each space. */
const bySpace = Function.memoize(
  (places: ReadonlyArray<SitePlace>): ReadonlyMap<string, SitePlace> =>
    new Map(places.toReversed().map((place) => [place.siteSpace.space, place]))
)

/** The site-space that an address is in, whether there is a page or not. */
export const locate = ({ seen }: Publication, path: string): SitePlace =>
  SitePath.locate(seen.structure, toSegments(decodePath(path)))

/** The position of a space on a site: in the section that is read if the space is in it, else the first one. */
export const findSpace = (publication: Publication, space: string, near?: VisibleSection): SitePlace | undefined =>
  (near === undefined ? undefined : bySpace(placesIn(near)).get(space)) ?? bySpace(list(publication)).get(space)

/** The address of one place of a site as a link from another has it; a page links to itself by its own last part. */
export const relative = (from: string, to: string): string => {
  const [target = "", fragment] = to.split("#", 2)
  const [base, parts] = [from.split("/").slice(0, -1), target.split("/")]
  let shared = 0
  while (shared < base.length && shared < parts.length - 1 && base[shared] === parts[shared]) shared++
  const path = [...base.slice(shared).map(() => ".."), ...parts.slice(shared)].join("/")
  return `${path === "" ? "./" : path}${fragment === undefined ? "" : `#${fragment}`}`
}

/** A site-space with its content, and the page that is shown where none is named. */
export interface OpenedPlace extends SitePlace {
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

export const openPlace = Effect.fnUntraced(function* (place: SitePlace, openRoot: OpenRoot) {
  const root = yield* openRoot(place.siteSpace.space)
  return { ...place, root, landing: yield* findLanding(root) } satisfies OpenedPlace
})

/** The addresses of a page by its path in its space. */
export const pageOfPath = (publication: Publication, at: OpenedPlace, id: string, path: string): PagePlace => ({
  id,
  inSpace: path,
  path: addressOf(publication, at, id === at.landing?.id ? "" : path),
  textPath: addressOf(publication, at, path)
})

/** The addresses of the pages that exist among `ids`, by id. */
export const locatePage = Effect.fnUntraced(function* (
  publication: Publication,
  at: OpenedPlace,
  ids: ReadonlyArray<string>
) {
  const found = yield* PagePath.locate(at.root, ids)
  return new Map(
    Array.from(found, ([id, { page, path }]) => [id, { page, place: pageOfPath(publication, at, id, path) }] as const)
  )
})
