import type { Organization } from "../../people/organization/Organization.ts"
import type { SiteVisibility } from "../../spaces/space/SpaceSites.ts"
import { findSection, type PlacedSiteSpace, type SiteSection, type SiteStructure } from "../structure/SiteStructure.ts"

/** The parts of the address of a site. */
export interface AddressedSite {
  readonly site: {
    readonly hostname: string | null
    readonly basename: string
    readonly proxy: string | null
    readonly visibility: SiteVisibility
  }
  readonly organization: Pick<Organization, "id" | "hostname">
  /** Base URL of sites without a custom hostname, without a trailing slash. */
  readonly sites: string
  /** The share key that came with the request, of an active link of this site. */
  readonly shareKey?: string | undefined
}

/** The site's own address, with a trailing slash: at its hostname, else below `sites` (rules site-address and sites-host). */
export const ownUrl = ({ organization, site, sites }: AddressedSite): string =>
  site.hostname === null
    ? `${sites}/sites/${organization.hostname ?? organization.id}/${encodeURIComponent(site.basename)}/`
    : `https://${site.hostname}/`

/** The address that opens a site by the key of a share link; `url` is that of the site, which ends with a slash. */
export const sharedUrl = (url: string, key: string): string => `${url}~share/${encodeURIComponent(key)}/`

/**
 * Public address of the site: behind its proxy if it has one, with its share key if it requires one (rule
 * site-address).
 */
export const publishedUrl = (of: AddressedSite): string => {
  const url = of.site.proxy === null ? ownUrl(of) : `https://${of.site.proxy}/`
  return of.shareKey === undefined || of.site.visibility !== "share-link" ? url : sharedUrl(url, of.shareKey)
}

const segment = (path: string) => `${encodeURIComponent(path)}/`

/** The path of a section below its site; empty for a default section (rule site-defaults). */
export const sectionPath = (structure: Pick<SiteStructure, "defaultSection">, section: SiteSection): string =>
  section.id === structure.defaultSection ? "" : segment(section.path)

/** The path of a site-space below its site. */
export const siteSpacePath = (structure: SiteStructure, { isDefault, section, siteSpace }: PlacedSiteSpace): string => {
  const found = section === null ? undefined : findSection(structure, section)
  return `${found === undefined ? "" : sectionPath(structure, found.section)}${isDefault ? "" : segment(siteSpace.path)}`
}
