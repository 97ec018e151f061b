import type { Organization, Space } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { Lock } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { organizationQuery } from "../api/Queries.ts"
import { sitesOfSpaceQuery } from "../api/SiteQueries.ts"
import { messages } from "../messages/Messages.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { Button } from "../ui/Button.tsx"
import { DialogWindow } from "../ui/DialogWindow.tsx"
import { NewTabLink } from "../ui/NewTabLink.tsx"
import { ErrorText, Loading } from "../ui/States.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"
import { usePublish } from "./PublishSite.tsx"
import { SiteBadge } from "./SiteBadge.tsx"
import { useSiteRefresh } from "./SiteRefresh.ts"
import { requiresLock } from "./SpaceLocks.ts"
import { type VisibilityChoice, VisibilityField } from "./VisibilityField.tsx"

interface PublishSpaceProps {
  readonly space: Space
  readonly onClose: () => void
}

interface NewSiteOfSpaceProps extends PublishSpaceProps {
  /** Whether the person may publish the site that they create. */
  readonly mayPublish: boolean
}

const NewSiteOfSpace = ({ mayPublish, onClose, space }: NewSiteOfSpaceProps) => {
  const { organization } = space
  const refresh = useSiteRefresh(organization)
  const publish = usePublish(organization)
  const navigate = useNavigate()
  const [visibility, setVisibility] = useState<VisibilityChoice>("public")
  /** The site of an attempt whose publishing failed, which the next one uses. */
  const [created, setCreated] = useState<string>()
  const create = async (title: string) => {
    const body = { title, visibility, spaces: [space.id] }
    const site = created ?? (await api.sites.create({ organizationId: organization, body })).id
    setCreated(site)
    if (mayPublish) await publish(site, visibility)
    else await refresh()
    await navigate({ to: "/o/$organization/sites/$site", params: { organization, site } })
  }
  return (
    <TitleModal
      title={texts.asNewSite}
      description={texts.asNewSiteText}
      label={texts.siteTitle}
      initialTitle={space.title}
      isOpen
      onClose={onClose}
      submit={mayPublish ? texts.publishConfirm : messages.create}
      onSubmit={create}
    >
      <VisibilityField value={visibility} onChoose={setVisibility} />
      {mayPublish && space.editMode === "live" && requiresLock(visibility) ? (
        <p className="fact fact-warning">
          <Lock aria-hidden />
          {texts.locks}
        </p>
      ) : null}
      {mayPublish ? null : <p className="hint">{texts.needsAdmin}</p>}
    </TitleModal>
  )
}

interface SitesOfSpaceProps extends PublishSpaceProps {
  readonly organization: Organization
  readonly onCreate: () => void
}

const SitesOfSpace = ({ onClose, onCreate, organization, space }: SitesOfSpaceProps) => {
  const { items } = useCursorList(sitesOfSpaceQuery(organization.id, space.id))
  const mayCreate = organization.permissions.createContent
  return (
    <DialogWindow title={texts.spaceTitle} description={texts.spaceText} isOpen onClose={onClose}>
      {items.length === 0 ? null : (
        <section className="form">
          <h3>{texts.onSites}</h3>
          <ul className="rows">
            {items.map((site) => (
              <li key={site.id} className="row">
                <span className="row-main">
                  <Link
                    to="/o/$organization/sites/$site"
                    params={{ organization: organization.id, site: site.id }}
                    className="row-title"
                    dir="auto"
                    onClick={onClose}
                  >
                    {site.title}
                  </Link>
                  <span className="row-facts">
                    <SiteBadge published={site.published} />
                  </span>
                </span>
                {site.urls.published === undefined ? null : (
                  <NewTabLink href={site.urls.published} className="button button-quiet">
                    {texts.open}
                  </NewTabLink>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {items.length === 0 && !mayCreate ? <p className="muted">{texts.cannotCreate}</p> : null}
      <div className="form-actions">
        <Button onClick={onClose}>{messages.close}</Button>
        {mayCreate ? <Button onClick={onCreate}>{texts.asNewSite}</Button> : null}
      </div>
    </DialogWindow>
  )
}

/** A dialog that publishes a space as a new site, or leads to the sites that contain it. */
export const PublishSpace = ({ onClose, space }: PublishSpaceProps) => {
  const organization = useQuery(organizationQuery(space.organization))
  const sites = useCursorList(sitesOfSpaceQuery(space.organization, space.id))
  const [isNew, setNew] = useState(false)
  const error = organization.error ?? sites.query.error
  if (organization.data === undefined || sites.query.data === undefined) {
    return (
      <DialogWindow title={texts.spaceTitle} description={texts.spaceText} isOpen onClose={onClose}>
        {error === null ? <Loading lines={2} /> : <ErrorText error={error} />}
      </DialogWindow>
    )
  }
  const { admin, createContent } = organization.data.permissions
  return isNew || (sites.items.length === 0 && createContent) ? (
    <NewSiteOfSpace space={space} mayPublish={admin} onClose={onClose} />
  ) : (
    <SitesOfSpace space={space} organization={organization.data} onClose={onClose} onCreate={() => setNew(true)} />
  )
}
