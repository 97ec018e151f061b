import { useQueryClient } from "@tanstack/react-query"
import { Building2 } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"
import { EmptyState } from "../ui/States.tsx"

/** Shown to a person who is in no organization. */
export const NoOrganization = () => {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState("")
  return (
    <main className="screen" id="content">
      <h1 className="visually-hidden">{messages.frame.noOrganization}</h1>
      <EmptyState
        icon={<Building2 />}
        title={messages.frame.noOrganization}
        actions={
          <Button look="primary" onClick={() => setOpen(true)}>
            {messages.frame.newOrganization}
          </Button>
        }
      >
        {messages.frame.noOrganizationText}
      </EmptyState>
      <FormModal
        title={messages.frame.newOrganization}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        submit={messages.create}
        isDisabled={title.trim() === ""}
        onSubmit={async () => {
          await api.organizations.create({ body: { title: title.trim() } })
          await queries.invalidateQueries({ queryKey: ["organizations"] })
        }}
      >
        <TextField
          label={messages.frame.organizationTitle}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          maxLength={100}
          required
        />
      </FormModal>
    </main>
  )
}
