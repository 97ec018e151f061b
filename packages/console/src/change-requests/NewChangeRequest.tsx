import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { useNotices } from "../ui/Notices.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"

const texts = reviewMessages.changeRequest

interface NewChangeRequestProps {
  readonly space: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A dialog that creates a change request, and opens its pages. */
export const NewChangeRequest = ({ isOpen, onClose, space }: NewChangeRequestProps) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  const create = async (subject: string) => {
    const request = await api.changeRequests.create({ spaceId: space, body: { subject } })
    await queries.invalidateQueries({ queryKey: ["change-requests"] })
    notices.show({ text: texts.created(request.number) })
    await navigate({ to: "/s/$space/cr/$number/p", params: { space, number: String(request.number) } })
  }
  return (
    <TitleModal
      title={texts.newTitle}
      label={texts.subject}
      hint={texts.subjectHint}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.create}
      onSubmit={create}
    />
  )
}
