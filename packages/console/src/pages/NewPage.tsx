import { useState } from "react"
import type { ContentVersion } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { useContentEditing } from "../spaces/ContentEditing.ts"
import { TextField } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"

const texts = messages.page

interface NewPageProps {
  readonly version: ContentVersion
  /** The page below which it is created; null for the top level. */
  readonly parent: string | null
  readonly isGroup?: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A dialog that creates a page or a group, and opens the page. */
export const NewPage = ({ isGroup = false, isOpen, onClose, parent, version }: NewPageProps) => {
  const { openPage, save } = useContentEditing(version)
  const [title, setTitle] = useState("")
  const create = async () => {
    const type = isGroup ? ("group" as const) : ("document" as const)
    const outcome = await save([{ operation: "insert_page", type, title: title.trim(), into: parent }])
    setTitle("")
    const [page] = outcome.created
    if (page !== undefined && !isGroup) await openPage(page, outcome)
  }
  return (
    <FormModal
      title={isGroup ? texts.newGroupTitle : texts.newTitle}
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
        maxLength={100}
        required
      />
    </FormModal>
  )
}
