import { useQuery } from "@tanstack/react-query"
import { Navigate } from "@tanstack/react-router"
import { FilePlus, FileText } from "lucide-react"
import { useState } from "react"
import { contentQuery, spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { messages } from "../messages/Messages.ts"
import { NewPage } from "../pages/NewPage.tsx"
import { firstDocument } from "../pages/PageMoves.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState, ErrorView, Loading } from "../ui/States.tsx"
import { useContentVersion } from "./ContentRoute.ts"

/** Leads to the first page of a space, or of a change request; creates one where there is none. */
export const SpaceHome = () => {
  const version = useContentVersion()
  const space = useQuery(spaceQuery(version.space))
  const content = useQuery(contentQuery(version))
  const [isOpen, setOpen] = useState(false)
  useTitle(space.data?.title)
  if (content.isError) {
    return (
      <ErrorView
        error={content.error}
        missing={version.changeRequest === undefined ? undefined : messages.errors.missingChangeRequest}
        onRetry={() => void content.refetch()}
      />
    )
  }
  if (content.isPending || space.data === undefined) {
    return (
      <main className="screen" id="content">
        <Loading lines={6} />
      </main>
    )
  }
  const first = firstDocument(content.data.pages)
  if (first !== undefined) {
    const page = first.id
    return version.changeRequest === undefined ? (
      <Navigate to="/s/$space/p/$page" params={{ space: version.space, page }} replace />
    ) : (
      <Navigate
        to="/s/$space/cr/$number/p/$page"
        params={{ space: version.space, number: version.changeRequest, page }}
        replace
      />
    )
  }
  const mayEdit = space.data.permissions.edit
  return (
    <main className="screen" id="content">
      <h1 className="visually-hidden">{space.data.title}</h1>
      <EmptyState
        icon={<FileText />}
        title={messages.space.empty}
        actions={
          mayEdit ? (
            <Button look="primary" icon={<FilePlus aria-hidden />} onClick={() => setOpen(true)}>
              {messages.page.new}
            </Button>
          ) : undefined
        }
      >
        {mayEdit ? messages.space.emptyText : messages.space.emptyReadOnlyText}
      </EmptyState>
      <NewPage version={version} parent={null} isOpen={isOpen} onClose={() => setOpen(false)} />
    </main>
  )
}
