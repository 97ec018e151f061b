import { useQueryClient } from "@tanstack/react-query"
import { Building2 } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/States.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"

/** Shown to a person who is in no organization. */
export const NoOrganization = () => {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
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
      <TitleModal
        title={messages.frame.newOrganization}
        label={messages.frame.organizationTitle}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        submit={messages.create}
        onSubmit={async (title) => {
          await api.organizations.create({ body: { title } })
          await queries.invalidateQueries({ queryKey: ["organizations"] })
        }}
      />
    </main>
  )
}
