import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { TextField } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"

const texts = messages.changeRequest

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
  const [subject, setSubject] = useState("")
  const create = async () => {
    const request = await api.changeRequests.create({ spaceId: space, body: { subject: subject.trim() } })
    await queries.invalidateQueries({ queryKey: ["change-requests"] })
    notices.show({ text: texts.created(request.number) })
    setSubject("")
    await navigate({ to: "/s/$space/cr/$number/p", params: { space, number: String(request.number) } })
  }
  return (
    <FormModal
      title={texts.newTitle}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.create}
      isDisabled={subject.trim() === ""}
      onSubmit={create}
    >
      <TextField
        label={texts.subject}
        hint={texts.subjectHint}
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
        maxLength={100}
        required
      />
    </FormModal>
  )
}
