import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { collectionsQuery, editContent } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { ChoiceField, TextField } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"

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
  const [title, setTitle] = useState("")
  const [firstPage, setFirstPage] = useState<string>(texts.firstPageTitle)
  const [parent, setParent] = useState(collection)
  const [editMode, setEditMode] = useState<"live" | "locked">("live")
  const create = async () => {
    const space = await api.spaces.create({
      organizationId: organization,
      body: { title: title.trim(), editMode, ...(parent === "" ? {} : { parent }) }
    })
    if (firstPage.trim() !== "" && editMode === "live") {
      await editContent(
        { space: space.id },
        { changes: [{ operation: "insert_page", type: "document", title: firstPage.trim() }] }
      )
    }
    await queries.invalidateQueries({ queryKey: ["organizations", organization] })
    notices.show({ text: texts.created(space.title) })
    setTitle("")
    await navigate({ to: "/s/$space", params: { space: space.id } })
  }
  return (
    <FormModal
      title={texts.newTitle}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.create}
      isDisabled={title.trim() === ""}
      onSubmit={create}
    >
      <TextField
        label={texts.title}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        required
        maxLength={100}
      />
      <ChoiceField
        label={texts.editing}
        value={editMode}
        onChange={(event) => setEditMode(event.target.value === "locked" ? "locked" : "live")}
        choices={[
          { value: "live", label: texts.live },
          { value: "locked", label: texts.locked }
        ]}
      />
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
    </FormModal>
  )
}
