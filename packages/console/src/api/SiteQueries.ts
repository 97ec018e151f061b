import { queryOptions } from "@tanstack/react-query"
import { api } from "./Client.ts"
import { listOptions } from "./Lists.ts"

/** Which site of which organization. */
export interface SiteAddress {
  readonly organization: string
  readonly site: string
}

const keyOf = ({ organization, site }: SiteAddress) => ["organizations", organization, "sites", site]

export const sitesQuery = (organizationId: string) =>
  listOptions(["organizations", organizationId, "sites"], (cursor, options) =>
    api.sites.list({ organizationId, ...cursor }, options)
  )

/** The sites that contain a space. */
export const sitesOfSpaceQuery = (organizationId: string, space: string) =>
  listOptions(["organizations", organizationId, "sites-of-space", space], (cursor, options) =>
    api.sites.list({ organizationId, space, ...cursor }, options)
  )

export const siteQuery = (address: SiteAddress) =>
  queryOptions({
    queryKey: keyOf(address),
    queryFn: ({ signal }) =>
      api.sites.getById({ organizationId: address.organization, siteId: address.site }, { signal })
  })

export const siteStructureQuery = (address: SiteAddress) =>
  queryOptions({
    queryKey: [...keyOf(address), "structure"],
    queryFn: ({ signal }) =>
      api.siteStructure.get({ organizationId: address.organization, siteId: address.site }, { signal })
  })

export const siteSpacesQuery = (address: SiteAddress) =>
  listOptions(
    [...keyOf(address), "site-spaces"],
    (cursor, options) =>
      api.siteSpaces.list({ organizationId: address.organization, siteId: address.site, ...cursor }, options),
    200
  )

export const shareLinksQuery = (address: SiteAddress) =>
  listOptions([...keyOf(address), "share-links"], (cursor, options) =>
    api.shareLinks.listSiteShareLinks(
      { organizationId: address.organization, siteId: address.site, ...cursor },
      options
    )
  )

/** What a preview shows in place of the current content of the site. */
export interface PreviewChoice {
  readonly siteSpace?: string
  readonly changeRequest?: string
}

/** An address that shows a site as a reader would see it. It is valid for an hour, so that it is read again before. */
export const sitePreviewQuery = ({ organization, site }: SiteAddress, choice: PreviewChoice = {}) =>
  queryOptions({
    queryKey: ["site-previews", organization, site, choice.siteSpace ?? "", choice.changeRequest ?? ""],
    queryFn: ({ signal }) =>
      api.publishedSites.getPublishingPreviewById(
        { organizationId: organization, siteId: site, ...choice },
        { signal }
      ),
    staleTime: 1_800_000,
    gcTime: 1_800_000
  })
