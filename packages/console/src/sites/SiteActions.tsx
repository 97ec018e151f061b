import type { Site } from "@quire/client"
import { useNavigate } from "@tanstack/react-router"
import { Ellipsis, GlobeOff, Settings, Trash2 } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { TextField } from "../ui/Field.tsx"
import { ActionMenu } from "../ui/Menu.tsx"
import type { MenuAction } from "../ui/MenuTypes.ts"
import { Confirmation } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"
import { useSiteRefresh } from "./SiteRefresh.ts"
import { lockSpacesOf, requiresLock } from "./SpaceLocks.ts"
import { VisibilityField } from "./VisibilityField.tsx"

interface SiteDialogProps {
  readonly organization: string
  readonly site: Site
  readonly onClose: () => void
}

const EditSite = ({ onClose, organization, site }: SiteDialogProps) => {
  const refresh = useSiteRefresh(organization)
  const [visibility, setVisibility] = useState(site.visibility)
  const [basename, setBasename] = useState(site.basename)
  const locks = site.published && requiresLock(visibility) && !requiresLock(site.visibility)
  const save = async (title: string) => {
    const path = basename.trim()
    const body = { title, visibility, ...(path === "" || path === site.basename ? {} : { basename: path }) }
    if (locks) await lockSpacesOf({ organization, site: site.id })
    await api.sites.updateById({ organizationId: organization, siteId: site.id, body })
    await refresh()
  }
  return (
    <TitleModal
      title={texts.editTitle}
      label={texts.label}
      initialTitle={site.title}
      isOpen
      onClose={onClose}
      submit={messages.save}
      onSubmit={save}
    >
      <VisibilityField value={visibility} current={site.visibility} onChoose={setVisibility} />
      {locks ? <p className="hint">{texts.locksAll}</p> : null}
      <TextField
        label={texts.basename}
        hint={texts.basenameHint}
        value={basename}
        onChange={(event) => setBasename(event.target.value)}
        maxLength={100}
        dir="ltr"
        required
      />
    </TitleModal>
  )
}

const UnpublishSite = ({ onClose, organization, site }: SiteDialogProps) => {
  const refresh = useSiteRefresh(organization)
  const notices = useNotices()
  return (
    <Confirmation
      title={texts.unpublishTitle(site.title)}
      description={texts.unpublishText}
      confirm={texts.unpublishConfirm}
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await api.sites.unpublish({ organizationId: organization, siteId: site.id })
        await refresh()
        notices.show({ text: texts.unpublished(site.title) })
      }}
    />
  )
}

const DeleteSite = ({ onClose, organization, site }: SiteDialogProps) => {
  const refresh = useSiteRefresh(organization)
  const navigate = useNavigate()
  const notices = useNotices()
  return (
    <Confirmation
      title={texts.deleteTitle(site.title)}
      description={texts.deleteText}
      confirm={texts.deleteConfirm}
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await api.sites.deleteById({ organizationId: organization, siteId: site.id })
        await navigate({ to: "/o/$organization/sites", params: { organization } })
        await refresh()
        notices.show({ text: texts.deleted(site.title) })
      }}
    />
  )
}

interface SiteActionsProps {
  readonly organization: string
  readonly site: Site
  /** Whether the person may change the settings of the site. */
  readonly isAdmin: boolean
  readonly mayDelete: boolean
}

/** The menu of a site. */
export const SiteActions = ({ isAdmin, mayDelete, organization, site }: SiteActionsProps) => {
  const [dialog, setDialog] = useState<"edit" | "unpublish" | "delete">()
  const actions: ReadonlyArray<MenuAction> = [
    ...(isAdmin ? [{ label: texts.edit, icon: <Settings aria-hidden />, run: () => setDialog("edit") }] : []),
    ...(isAdmin && site.published
      ? [{ label: texts.unpublish, icon: <GlobeOff aria-hidden />, run: () => setDialog("unpublish") }]
      : []),
    ...(mayDelete
      ? [{ label: texts.delete, icon: <Trash2 aria-hidden />, isDangerous: true, run: () => setDialog("delete") }]
      : [])
  ]
  if (actions.length === 0) return null
  const shared = { organization, site, onClose: () => setDialog(undefined) }
  return (
    <>
      <ActionMenu label={texts.more} actions={actions}>
        <Ellipsis aria-hidden />
      </ActionMenu>
      {dialog === "edit" ? <EditSite {...shared} /> : null}
      {dialog === "unpublish" ? <UnpublishSite {...shared} /> : null}
      {dialog === "delete" ? <DeleteSite {...shared} /> : null}
    </>
  )
}
