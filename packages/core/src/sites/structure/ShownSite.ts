import { isPublished } from "../site/Site.ts"
import type { FoundSite } from "../site/SiteAccess.ts"
import { publishedUrl } from "../site/SiteAddress.ts"
import type { SiteStructure } from "./SiteStructure.ts"

/** A site as needed to show its items: its structure and its address. */
export interface ShownSite {
  readonly structure: SiteStructure
  /** The site's address in the API. */
  readonly location: string
  /** The address for readers; undefined while the site is not published. */
  readonly published: string | undefined
}

export const make = ({ addressed, row: { value: site } }: FoundSite, structure: SiteStructure): ShownSite => ({
  structure,
  location: `${addressed.base}/v1/orgs/${addressed.organization.id}/sites/${site.id}`,
  published: isPublished(site) ? publishedUrl(addressed) : undefined
})

/** The addresses of something on the site, at these paths below that of the site. */
export const urlsOf = ({ location, published }: ShownSite, resource: string, path: string) => ({
  location: `${location}/${resource}`,
  ...(published === undefined ? {} : { published: `${published}${path}` })
})
