import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { documentationAddress } from "../api/Addresses.ts"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { TextField } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"

const texts = messages.imports

interface ImportWebsiteProps {
  readonly organization: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

const titleOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : messages.untitled)

/** A dialog that creates a space with the pages of a website. */
export const ImportWebsite = ({ isOpen, onClose, organization }: ImportWebsiteProps) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  const [address, setAddress] = useState("")
  /** The space of an attempt that failed, which the next one uses. */
  const [created, setCreated] = useState<string>()
  const run = async () => {
    const url = address.trim()
    const id = created ?? (await api.spaces.create({ organizationId: organization, body: { title: titleOf(url) } })).id
    setCreated(id)
    const { report } = await api.content.import({ spaceId: id, body: { url, source: "website" } })
    setCreated(undefined)
    await queries.invalidateQueries({ queryKey: ["organizations", organization] })
    notices.show({ text: texts.imported(report.pages) })
    await navigate({ to: "/s/$space", params: { space: id } })
  }
  return (
    <FormModal
      title={texts.title}
      description={messages.home.importText}
      isOpen={isOpen}
      onClose={onClose}
      submit={texts.submit}
      isDisabled={!URL.canParse(address.trim())}
      onSubmit={run}
    >
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        type="url"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        placeholder="https://"
        dir="ltr"
        required
      />
      <p className="hint">
        {messages.home.importMore} <a href={documentationAddress}>{messages.home.importLink}</a>
      </p>
    </FormModal>
  )
}
