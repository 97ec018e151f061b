import { Function } from "effect"
import * as Slug from "../../foundation/text/Slug.ts"
import type { SiteSpace } from "../structure/SiteStructure.ts"
import type { VisibleSection, VisibleStructure } from "./VisibleStructure.ts"

/** The segments of an address below the site, or of a page below its space. */
export type Segments = ReadonlyArray<string>

/** The site-space that an address names, and what is left for the page. */
export interface SiteLocation {
  readonly section: VisibleSection
  readonly siteSpace: SiteSpace
  readonly rest: Segments
}

interface Addressed {
  readonly path: string
  readonly formerPaths: ReadonlyArray<string>
}

const wasNamed = ({ formerPaths }: Addressed, segment: string) =>
  formerPaths.some((path) => Slug.fold(path) === Slug.fold(segment))

type ByPath<A> = ReadonlyMap<string, A>

/** Items by their paths, folded to one letter case; the first of several with the same path takes precedence. */
const indexBy = <A>(items: ReadonlyArray<A>, addressed: (item: A) => Addressed | null): ByPath<A> =>
  new Map(
    items.toReversed().flatMap((item) => {
      const named = addressed(item)
      return named === null ? [] : [[Slug.fold(named.path), item] as const]
    })
  )

const sectionsOf = Function.memoize(({ sections }: VisibleStructure) => indexBy(sections, ({ section }) => section))

const siteSpacesOf = Function.memoize(({ siteSpaces }: VisibleSection) => indexBy(siteSpaces, (each) => each))

const findSection = (structure: VisibleStructure, segment: string | undefined) =>
  segment === undefined ? undefined : sectionsOf(structure).get(Slug.fold(segment))

const findSiteSpace = (section: VisibleSection, segment: string | undefined) =>
  segment === undefined ? undefined : siteSpacesOf(section).get(Slug.fold(segment))

const locateIn = (section: VisibleSection, rest: Segments): SiteLocation => {
  const named = findSiteSpace(section, rest[0])
  return named === undefined
    ? { section, siteSpace: section.first, rest }
    : { section, siteSpace: named, rest: rest.slice(1) }
}

/**
 * Reads an address: a section if the first segment names one, else the first one; a site-space in it likewise; the rest
 * is the page's. Structure takes precedence over pages (rule publication-address).
 */
export const locate = (structure: VisibleStructure, segments: Segments): SiteLocation => {
  const named = findSection(structure, segments[0])
  return named === undefined ? locateIn(structure.first, segments) : locateIn(named, segments.slice(1))
}

const isSame = (left: SiteLocation, right: SiteLocation) =>
  left.section === right.section &&
  left.siteSpace === right.siteSpace &&
  left.rest.length === right.rest.length &&
  left.rest.every((segment, at) => segment === right.rest[at])

/**
 * The shortest address that is read as this location: without the segments of defaults, except if a page has the path
 * of a section or a site-space (rule publication-canonical).
 */
export const canonical = (structure: VisibleStructure, location: SiteLocation): Segments => {
  const { rest, section, siteSpace } = location
  const own = section.section === null ? [] : [section.section.path]
  const shortened = section === structure.first ? [[], own] : [own]
  const candidates = shortened.flatMap((prefix): ReadonlyArray<Segments> => {
    const whole = [...prefix, siteSpace.path, ...rest]
    return siteSpace === section.first ? [[...prefix, ...rest], whole] : [whole]
  })
  const shortestFirst = candidates.toSorted((left, right) => left.length - right.length)
  return shortestFirst.find((each) => isSame(locate(structure, each), location)) ?? [...own, siteSpace.path, ...rest]
}

/**
 * Possible former targets of an address, from before sections and site spaces got other paths, the likeliest first; for
 * addresses that have no page now (rule publication-former).
 */
export const listFormer = (structure: VisibleStructure, segments: Segments): ReadonlyArray<SiteLocation> => {
  const [head, ...tail] = segments
  if (head === undefined) return []
  const renamed = structure.sections.filter(({ section }) => section !== null && wasNamed(section, head))
  const under = (section: VisibleSection, rest: Segments): ReadonlyArray<SiteLocation> => {
    const [first, ...left] = rest
    const former = section.siteSpaces.filter((each) => first !== undefined && wasNamed(each, first))
    return former.map((siteSpace) => ({ section, siteSpace, rest: left }))
  }
  const named = findSection(structure, head)
  return [
    ...renamed.flatMap((section) => [locateIn(section, tail), ...under(section, tail)]),
    ...(named === undefined ? under(structure.first, segments) : under(named, tail))
  ]
}
