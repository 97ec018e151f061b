import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { spacesQuery } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { siteMessages as texts } from "../messages/SiteMessages.ts"
import { ChoiceField } from "../ui/Field.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"
import { useSiteRefresh } from "./SiteRefresh.ts"
import { type VisibilityChoice, VisibilityField } from "./VisibilityField.tsx"

interface NewSiteProps {
  readonly organization: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A dialog that creates a site, and opens it. */
export const NewSite = ({ isOpen, onClose, organization }: NewSiteProps) => {
  const refresh = useSiteRefresh(organization)
  const navigate = useNavigate()
  const notices = useNotices()
  const spaces = useCursorList({ ...spacesQuery(organization), enabled: isOpen })
  const [space, setSpace] = useState("")
  const [visibility, setVisibility] = useState<VisibilityChoice>("public")
  const create = async (title: string) => {
    const body = { title, visibility, spaces: space === "" ? [] : [space] }
    const site = await api.sites.create({ organizationId: organization, body })
    await refresh()
    notices.show({ text: texts.created(site.title) })
    await navigate({ to: "/o/$organization/sites/$site", params: { organization, site: site.id } })
  }
  return (
    <TitleModal
      title={texts.newTitle}
      label={texts.label}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.create}
      onSubmit={create}
    >
      <ChoiceField
        label={texts.space}
        value={space}
        onChange={(event) => setSpace(event.target.value)}
        choices={[
          { value: "", label: texts.noSpace },
          ...spaces.items.map(({ id, title }) => ({ value: id, label: title === "" ? messages.untitled : title }))
        ]}
      />
      <VisibilityField value={visibility} onChoose={setVisibility} />
    </TitleModal>
  )
}
