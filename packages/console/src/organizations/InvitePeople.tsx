import type { Organization, Role } from "@quire/client"
import { Link2 } from "lucide-react"
import { useState } from "react"
import { appAddress } from "../api/Addresses.ts"
import { api } from "../api/Client.ts"
import { inviteMessages as texts } from "../messages/InviteMessages.ts"
import { useAction } from "../ui/Action.ts"
import { Button } from "../ui/Button.tsx"
import { useCopy } from "../ui/Copy.ts"
import { ChoiceField, TextArea } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { ErrorText } from "../ui/States.tsx"

const roles: ReadonlyArray<Role | "guest"> = ["guest", "read", "comment", "edit", "review", "create", "admin"]

const addressesOf = (text: string): ReadonlyArray<string> => text.split(/[\s,;]+/).filter((address) => address !== "")

interface InvitePeopleProps {
  readonly organization: Organization
  readonly onClose: () => void
}

/** A dialog that invites people by email, or with a link. */
export const InvitePeople = ({ onClose, organization: { id: organizationId, inviteLinks } }: InvitePeopleProps) => {
  const notices = useNotices()
  const copy = useCopy()
  const [text, setText] = useState("")
  const [choice, setChoice] = useState<Role | "guest">("edit")
  const emails = addressesOf(text)
  const role = choice === "guest" ? null : choice
  const invite = async () => {
    const { invited } = await api.invites.send({ organizationId, body: { emails, role } })
    notices.show({ text: texts.invited(invited) })
  }
  const link = useAction(async () => {
    const { id } = await api.invites.createLinkInvite({ organizationId, body: { role } })
    copy(new URL(`o/${organizationId}/invites/${id}`, appAddress).href, texts.linkCopied)
  })
  return (
    <FormModal
      title={texts.title}
      description={texts.text}
      isOpen
      onClose={onClose}
      submit={texts.submit}
      isDisabled={emails.length === 0}
      onSubmit={invite}
    >
      <TextArea
        label={texts.emails}
        hint={texts.emailsHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
        dir="ltr"
        spellCheck={false}
      />
      <ChoiceField
        label={texts.role}
        value={choice}
        onChange={(event) => setChoice(roles.find((each) => each === event.target.value) ?? choice)}
        choices={roles.map((each) => ({ value: each, label: texts.roles[each] }))}
      />
      <div className="field">
        {inviteLinks ? (
          <Button icon={<Link2 aria-hidden />} isBusy={link.isBusy} onClick={() => void link.run()}>
            {texts.link}
          </Button>
        ) : null}
        <p className="hint">{inviteLinks ? texts.linkHint : texts.linksOff}</p>
        {link.error === undefined ? null : <ErrorText error={link.error} />}
      </div>
    </FormModal>
  )
}
