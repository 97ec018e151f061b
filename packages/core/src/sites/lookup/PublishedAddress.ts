import * as Slug from "../../foundation/text/Slug.ts"
import * as Unicode from "../../foundation/text/Unicode.ts"
import type { SiteLocator } from "../publication/PublicationFacts.ts"
import type { Segments, SiteLocation } from "../publication/SitePath.ts"
import type { VisibleStructure } from "../publication/VisibleStructure.ts"
import * as PreviewTarget from "../visitor/PreviewTarget.ts"

/** An address of a published site, taken apart (rule publication-lookup). */
export interface PublishedAddress {
  readonly locator: SiteLocator
  readonly shareKey?: string
  readonly preview?: string
  /** The change request whose content a preview shows. */
  readonly changeRequest?: { readonly space: string; readonly number: number }
  /** The part of the path that leads to the site, including the key of a share link or the segments of a preview. */
  readonly mount: Segments
  /** The path below the site. */
  readonly segments: Segments
}

const decodeSegment = (segment: string): string | undefined => {
  try {
    return Unicode.normalize(decodeURIComponent(segment), "NFC")
  } catch {
    return undefined
  }
}

const segmentsOf = (path: string): Segments | undefined => {
  const decoded = path.split("/").flatMap((segment) => (segment === "" ? [] : [decodeSegment(segment)]))
  const segments = decoded.filter((segment) => segment !== undefined)
  return segments.length === decoded.length ? segments : undefined
}

const isBelow = (segments: Segments, prefix: Segments): boolean =>
  prefix.every((segment, at) => segments[at] === segment)

/** The site that an address names, and how many segments do so. */
const locate = (
  url: URL,
  segments: Segments,
  base: URL
): { readonly locator: SiteLocator; readonly length: number } => {
  const own = [...(segmentsOf(base.pathname) ?? []), "sites"]
  const [organization, basename] = segments.slice(own.length)
  if (url.host === base.host && isBelow(segments, own) && organization !== undefined && basename !== undefined) {
    return { locator: { _tag: "Path", organization, basename }, length: own.length + 2 }
  }
  return { locator: { _tag: "Hostname", hostname: url.hostname }, length: 0 }
}

/** Parses an address; undefined if it is not one of a site. `base` is the base URL of sites. */
export const parse = (address: string, base: string): PublishedAddress | undefined => {
  if (!URL.canParse(address) || !URL.canParse(base)) return undefined
  const url = new URL(address)
  const segments = segmentsOf(url.pathname)
  if (segments === undefined) return undefined
  const { length, locator } = locate(url, segments, new URL(base))
  const [kind, secret, ...further] = segments.slice(length)
  const below = (mounted: number) => ({
    locator,
    mount: segments.slice(0, mounted),
    segments: segments.slice(mounted)
  })
  if (secret === undefined) return below(length)
  if (kind === "~share") return { ...below(length + 2), shareKey: secret }
  if (kind !== "~preview") return below(length)
  const changeRequest = PreviewTarget.parsePath(further.slice(0, 3).join("/"))
  return changeRequest === undefined
    ? { ...below(length + 2), preview: secret }
    : { ...below(length + 5), preview: secret, changeRequest }
}

/** A path of these segments, which begins with a slash. */
export const pathOf = (segments: Segments): string => `/${segments.map(encodeURIComponent).join("/")}`

/** The same, with a trailing slash. */
export const folderOf = (segments: Segments): string => (segments.length === 0 ? "/" : `${pathOf(segments)}/`)

/** Whether no further segment of an address could name a section or a site-space. */
export const isComplete = (
  structure: VisibleStructure,
  { rest, section }: SiteLocation,
  segments: Segments
): boolean => {
  const [first] = segments
  const taken = segments.length - rest.length
  if (first === undefined)
    return section.siteSpaces.length < 2 && structure.sections.every((each) => each.section === null)
  const namesSection = section.section !== null && Slug.fold(section.section.path) === Slug.fold(first)
  return rest.length > 0 || taken > 1 || !namesSection || section.siteSpaces.length < 2
}
