import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { collectionsQuery, editContent } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { type EditMode, EditModeField } from "../spaces/EditModeField.tsx"
import { ChoiceField, TextField } from "../ui/Field.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"

const texts = messages.space

interface NewSpaceProps {
  readonly organization: string
  /** The collection in which the space is created, unless another is chosen. */
  readonly collection?: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A dialog that creates a space with a first page, and opens it. */
export const NewSpace = ({ collection = "", isOpen, onClose, organization }: NewSpaceProps) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  const collections = useCursorList({ ...collectionsQuery(organization), enabled: isOpen })
  const [firstPage, setFirstPage] = useState<string>(texts.firstPageTitle)
  const [parent, setParent] = useState(collection)
  const [editMode, setEditMode] = useState<EditMode>("live")
  const create = async (title: string) => {
    const space = await api.spaces.create({
      organizationId: organization,
      body: { title, editMode, ...(parent === "" ? {} : { parent }) }
    })
    if (firstPage.trim() !== "" && editMode === "live") {
      await editContent(
        { space: space.id },
        { changes: [{ operation: "insert_page", type: "document", title: firstPage.trim() }] }
      )
    }
    await queries.invalidateQueries({ queryKey: ["organizations", organization] })
    notices.show({ text: texts.created(space.title) })
    await navigate({ to: "/s/$space", params: { space: space.id } })
  }
  return (
    <TitleModal
      title={texts.newTitle}
      label={texts.title}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.create}
      onSubmit={create}
    >
      <EditModeField value={editMode} onChoose={setEditMode} />
      {editMode === "locked" ? null : (
        <TextField
          label={texts.firstPage}
          value={firstPage}
          onChange={(event) => setFirstPage(event.target.value)}
          maxLength={100}
        />
      )}
      {collections.items.length === 0 ? null : (
        <ChoiceField
          label={texts.collection}
          value={parent}
          onChange={(event) => setParent(event.target.value)}
          choices={[
            { value: "", label: texts.noCollection },
            ...collections.items.map(({ id, title }) => ({ value: id, label: title }))
          ]}
        />
      )}
    </TitleModal>
  )
}
