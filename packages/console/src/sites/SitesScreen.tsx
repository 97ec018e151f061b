import type { Site } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Globe, Plus } from "lucide-react"
import { useState } from "react"
import { useCursorList } from "../api/Lists.ts"
import { organizationQuery } from "../api/Queries.ts"
import { sitesQuery } from "../api/SiteQueries.ts"
import { HomeLink } from "../app/Failures.tsx"
import { useTitle } from "../app/Title.ts"
import { messages } from "../messages/Messages.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { Button } from "../ui/Button.tsx"
import { CursorItems } from "../ui/CursorItems.tsx"
import { NewTabLink } from "../ui/NewTabLink.tsx"
import { EmptyState, ErrorView } from "../ui/States.tsx"
import { NewSite } from "./NewSite.tsx"
import { SiteBadge } from "./SiteBadge.tsx"

const SiteRow = ({ organization, site }: { readonly organization: string; readonly site: Site }) => (
  <li className="row">
    <span className="row-icon" aria-hidden>
      <Globe />
    </span>
    <span className="row-main">
      <Link to="/o/$organization/sites/$site" params={{ organization, site: site.id }} className="row-title" dir="auto">
        {site.title}
      </Link>
      <span className="row-facts">
        <span>{texts.visibilities[site.visibility]}</span>
        <span>{texts.spaces(site.siteSpaces)}</span>
      </span>
    </span>
    {site.urls.published === undefined ? null : (
      <NewTabLink href={site.urls.published} className="icon-button">
        <span className="visually-hidden">{texts.openSite(site.title)}</span>
      </NewTabLink>
    )}
    <SiteBadge published={site.published} />
  </li>
)

const route = getRouteApi("/o/$organization/sites")

/** The sites of an organization. */
export const SitesScreen = () => {
  const { organization } = route.useParams()
  const query = useQuery(organizationQuery(organization))
  const list = useCursorList(sitesQuery(organization))
  const [isOpen, setOpen] = useState(false)
  useTitle(texts.title, query.data?.title)
  if (query.isError) {
    return (
      <ErrorView
        error={query.error}
        missing={messages.errors.missingOrganization}
        onRetry={() => void query.refetch()}
        actions={<HomeLink />}
      />
    )
  }
  const mayCreate = query.data?.permissions.createContent === true
  const create = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
      {texts.new}
    </Button>
  )
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <div>
          <h1>{texts.title}</h1>
          <p className="screen-description">{texts.text}</p>
        </div>
        {mayCreate && list.items.length > 0 ? create : null}
      </header>
      <CursorItems
        list={list}
        empty={
          <EmptyState icon={<Globe />} title={texts.empty} actions={mayCreate ? create : undefined}>
            {mayCreate ? texts.emptyText : texts.emptyReadOnlyText}
          </EmptyState>
        }
      >
        {(sites) => (
          <ul className="rows">
            {sites.map((site) => (
              <SiteRow key={site.id} organization={organization} site={site} />
            ))}
          </ul>
        )}
      </CursorItems>
      <NewSite organization={organization} isOpen={isOpen} onClose={() => setOpen(false)} />
    </main>
  )
}
