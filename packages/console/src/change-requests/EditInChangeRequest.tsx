import type { ChangeRequest, Page, Space } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useId, useState } from "react"
import { api } from "../api/Client.ts"
import { userQuery } from "../api/Queries.ts"
import { ownChangeRequestsQuery } from "../api/ReviewQueries.ts"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { TextField } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"
import { ErrorText, Loading } from "../ui/States.tsx"
import { TimeText } from "../ui/TimeText.tsx"
import { StatusBadge, subjectOf } from "./StatusBadge.tsx"

const texts = reviewMessages.changeRequest

interface EditInChangeRequestProps {
  readonly page: Page
  readonly space: Space
  readonly onClose: () => void
}

interface ChoiceProps {
  readonly name: string
  readonly request: ChangeRequest
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const Choice = ({ isChosen, name, onChoose, request }: ChoiceProps) => (
  <label className="choice">
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span>
      <span className="choice-label" dir="auto">
        {subjectOf(request)}
      </span>
      <span className="row-facts">
        <span>#{request.number}</span>
        <StatusBadge status={request.status} />
        <span>
          {texts.updated} <TimeText time={request.updatedAt} />
        </span>
      </span>
    </span>
  </label>
)

const newRequest = "new"

/** A dialog that asks in which change request a page is edited: an open one of the same person, or a new one. */
export const EditInChangeRequest = ({ onClose, page, space }: EditInChangeRequestProps) => {
  const name = useId()
  const navigate = useNavigate()
  const user = useQuery(userQuery)
  const own = useQuery({
    ...ownChangeRequestsQuery(space.organization, space.id, user.data?.id ?? ""),
    enabled: user.data !== undefined
  })
  const [chosen, setChosen] = useState<string>()
  const [subject, setSubject] = useState(page.title === "" ? messages.untitled : page.title)
  const requests = own.data ?? []
  const target = chosen ?? (requests[0] === undefined ? newRequest : String(requests[0].number))
  const edit = async () => {
    const body = { subject: subject.trim() }
    const number =
      target === newRequest ? String((await api.changeRequests.create({ spaceId: space.id, body })).number) : target
    await navigate({ to: "/s/$space/cr/$number/p/$page", params: { space: space.id, number, page: page.id } })
  }
  return (
    <FormModal
      title={texts.editTitle}
      description={texts.editText}
      isOpen
      onClose={onClose}
      submit={texts.editConfirm}
      isDisabled={own.isPending || (target === newRequest && subject.trim() === "")}
      onSubmit={edit}
    >
      {own.isPending ? <Loading lines={2} /> : null}
      {own.isError ? <ErrorText error={own.error} /> : null}
      {requests.length === 0 ? null : (
        <fieldset className="choices">
          <legend>{texts.editChoice}</legend>
          {requests.map((request) => (
            <Choice
              key={request.id}
              name={name}
              request={request}
              isChosen={target === String(request.number)}
              onChoose={() => setChosen(String(request.number))}
            />
          ))}
          <label className="choice">
            <input type="radio" name={name} checked={target === newRequest} onChange={() => setChosen(newRequest)} />
            <span className="choice-label">{texts.new}</span>
          </label>
        </fieldset>
      )}
      {own.isPending || target !== newRequest ? null : (
        <TextField
          label={texts.subject}
          hint={texts.subjectHint}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
          maxLength={100}
          required
        />
      )}
    </FormModal>
  )
}
