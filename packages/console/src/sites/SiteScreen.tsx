import type { Site } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Copy, Globe } from "lucide-react"
import { useState } from "react"
import { organizationQuery } from "../api/Queries.ts"
import { sitePreviewQuery, siteQuery } from "../api/SiteQueries.ts"
import { useTitle } from "../app/Title.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { Button } from "../ui/Button.tsx"
import { useCopy } from "../ui/Copy.ts"
import { NewTabLink } from "../ui/NewTabLink.tsx"
import { ErrorView, Loading } from "../ui/States.tsx"
import { PublishSite } from "./PublishSite.tsx"
import { ShareLinks } from "./ShareLinks.tsx"
import { SiteActions } from "./SiteActions.tsx"
import { SiteBadge } from "./SiteBadge.tsx"
import { SiteContent } from "./SiteContent.tsx"

interface SitePartProps {
  readonly organization: string
  readonly site: Site
  /** Whether the person may change the settings of the site. */
  readonly isAdmin: boolean
}

const AddressBox = ({ site }: Pick<SitePartProps, "site">) => {
  const copy = useCopy()
  const { published } = site.urls
  return (
    <section className="box" aria-labelledby="site-address-title">
      <h2 id="site-address-title">{texts.address}</h2>
      {published === undefined ? (
        <p className="muted">{texts.addressAfter}</p>
      ) : (
        <>
          <a href={published} target="_blank" rel="noreferrer" className="long-address" dir="ltr">
            {published}
          </a>
          <Button icon={<Copy aria-hidden />} onClick={() => copy(published, texts.copied)}>
            {texts.copyAddress}
          </Button>
        </>
      )}
      <h3>{texts.readers}</h3>
      <p className="muted">{texts.readersHint[site.visibility]}</p>
    </section>
  )
}

const Header = ({ isAdmin, mayDelete, organization, site }: SitePartProps & { readonly mayDelete: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  const preview = useQuery(sitePreviewQuery({ organization, site: site.id }))
  const { published } = site.urls
  return (
    <header className="screen-header">
      <div>
        <p className="screen-kicker">
          <Link to="/o/$organization/sites" params={{ organization }}>
            {texts.title}
          </Link>
        </p>
        <h1 dir="auto">{site.title}</h1>
        <p className="row-facts">
          <SiteBadge published={site.published} />
          <span>{texts.visibilities[site.visibility]}</span>
        </p>
      </div>
      <div className="screen-actions">
        {preview.data === undefined ? null : <NewTabLink href={preview.data.url}>{texts.preview}</NewTabLink>}
        {published === undefined ? null : (
          <NewTabLink href={published} className="button button-primary">
            {texts.open}
          </NewTabLink>
        )}
        {isAdmin && !site.published ? (
          <Button look="primary" icon={<Globe aria-hidden />} onClick={() => setOpen(true)}>
            {texts.publish}
          </Button>
        ) : null}
        <SiteActions organization={organization} site={site} isAdmin={isAdmin} mayDelete={mayDelete} />
      </div>
      {isOpen ? <PublishSite organization={organization} site={site} onClose={() => setOpen(false)} /> : null}
    </header>
  )
}

const route = getRouteApi("/o/$organization/sites/$site")

/** A site: its spaces, its readers and its address. */
export const SiteScreen = () => {
  const { organization, site: id } = route.useParams()
  const site = useQuery(siteQuery({ organization, site: id }))
  const { data } = useQuery(organizationQuery(organization))
  useTitle(site.data?.title, texts.title)
  if (site.isError) {
    return (
      <ErrorView
        error={site.error}
        missing={texts.missing}
        onRetry={() => void site.refetch()}
        actions={
          <Link to="/o/$organization/sites" params={{ organization }} className="button button-secondary">
            {texts.title}
          </Link>
        }
      />
    )
  }
  if (site.isPending) {
    return (
      <main className="screen" id="content">
        <Loading lines={6} />
      </main>
    )
  }
  const isAdmin = data?.permissions.admin === true
  const props = { organization, site: site.data, isAdmin }
  return (
    <main className="screen screen-wide" id="content">
      <Header {...props} mayDelete={data?.permissions.createContent === true} />
      <div className="columns">
        <div className="column-main">
          <SiteContent {...props} />
          {isAdmin || site.data.published ? null : <p className="muted">{texts.needsAdmin}</p>}
        </div>
        <aside className="column-side" aria-label={texts.address}>
          <AddressBox site={site.data} />
          {isAdmin && site.data.visibility === "share-link" ? (
            <ShareLinks organization={organization} site={id} />
          ) : null}
        </aside>
      </div>
    </main>
  )
}
