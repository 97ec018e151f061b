import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { useNotices } from "../ui/Notices.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"

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
  const create = async (title: string) => {
    const collection = await api.collections.create({ organizationId: organization, body: { title } })
    await queries.invalidateQueries({ queryKey: ["organizations", organization, "collections"] })
    notices.show({ text: messages.collection.created(collection.title) })
    await navigate({ to: "/c/$collection", params: { collection: collection.id } })
  }
  return (
    <TitleModal
      title={messages.collection.newTitle}
      label={messages.collection.title}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.create}
      onSubmit={create}
    />
  )
}
