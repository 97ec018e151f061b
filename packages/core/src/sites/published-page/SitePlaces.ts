import { Function } from "effect"
import type { Publication } from "../publication/Publications.ts"
import * as SitePath from "../publication/SitePath.ts"
import type { VisibleSection, VisibleStructure } from "../publication/VisibleStructure.ts"

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
