import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { TextField } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"

interface NewCollectionProps {
  readonly organization: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A dialog that creates a collection, and opens it. */
export const NewCollection = ({ isOpen, onClose, organization }: NewCollectionProps) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  const [title, setTitle] = useState("")
  const create = async () => {
    const collection = await api.collections.create({ organizationId: organization, body: { title: title.trim() } })
    await queries.invalidateQueries({ queryKey: ["organizations", organization, "collections"] })
    notices.show({ text: messages.collection.created(collection.title) })
    setTitle("")
    await navigate({ to: "/c/$collection", params: { collection: collection.id } })
  }
  return (
    <FormModal
      title={messages.collection.newTitle}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.create}
      isDisabled={title.trim() === ""}
      onSubmit={create}
    >
      <TextField
        label={messages.collection.title}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        required
        maxLength={100}
      />
    </FormModal>
  )
}
