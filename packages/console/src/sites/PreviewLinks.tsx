import type { Site } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { useCursorList } from "../api/Lists.ts"
import { sitePreviewQuery, siteSpacesQuery, sitesOfSpaceQuery } from "../api/SiteQueries.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { NewTabLink } from "../ui/NewTabLink.tsx"

interface PreviewLinkProps {
  readonly organization: string
  readonly space: string
  readonly site: Site
  readonly changeRequest: string
}

const PreviewLink = ({ changeRequest, organization, site, space }: PreviewLinkProps) => {
  const address = { organization, site: site.id }
  const { items } = useCursorList(siteSpacesQuery(address))
  const siteSpace = items.find((entry) => entry.space.id === space)?.id
  const preview = useQuery({
    ...sitePreviewQuery(address, { changeRequest, ...(siteSpace === undefined ? {} : { siteSpace }) }),
    enabled: siteSpace !== undefined
  })
  return preview.data === undefined ? null : (
    <NewTabLink href={preview.data.url}>{texts.previewOn(site.title)}</NewTabLink>
  )
}

interface PreviewLinksProps {
  readonly organization: string
  readonly space: string
  /** The change request that the previews show. */
  readonly changeRequest: string
}

/** Links to the sites with a space as they will be once a change request is merged. */
export const PreviewLinks = ({ changeRequest, organization, space }: PreviewLinksProps) => {
  const { items } = useCursorList(sitesOfSpaceQuery(organization, space))
  return items.map((site) => (
    <PreviewLink key={site.id} organization={organization} space={space} site={site} changeRequest={changeRequest} />
  ))
}
