import { isQuireError } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Archive, ArchiveRestore, Ellipsis, FileDiff, FilePen, Pencil } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { spaceQuery } from "../api/Queries.ts"
import { changeRequestQuery, changesQuery } from "../api/ReviewQueries.ts"
import { useTitle } from "../app/Title.ts"
import { ChangeList } from "../differences/ChangeList.tsx"
import { changeRequestDifferences } from "../differences/DifferencesSource.ts"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { PreviewLinks } from "../sites/PreviewLinks.tsx"
import { Button } from "../ui/Button.tsx"
import { ActionMenu } from "../ui/Menu.tsx"
import type { MenuAction } from "../ui/MenuTypes.ts"
import { useNotices } from "../ui/Notices.tsx"
import { PersonName } from "../ui/Person.tsx"
import { EmptyState, ErrorText, ErrorView, Loading } from "../ui/States.tsx"
import { TimeText } from "../ui/TimeText.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"
import type { ChangeRequestProps } from "./ChangeRequestProps.ts"
import { Comments } from "./Comments.tsx"
import { MergeBox } from "./MergeBox.tsx"
import { useRefresh } from "./Refresh.ts"
import { Reviewers } from "./Reviewers.tsx"
import { StatusBadge, subjectOf } from "./StatusBadge.tsx"

const texts = reviewMessages.changeRequest

const EditSubject = ({ number, onClose, request, space }: ChangeRequestProps & { readonly onClose: () => void }) => {
  const refresh = useRefresh(space.id)
  return (
    <TitleModal
      title={texts.editSubject}
      label={texts.subject}
      initialTitle={request.subject}
      isOpen
      onClose={onClose}
      submit={messages.save}
      onSubmit={async (subject) => {
        await api.changeRequests.update({ spaceId: space.id, changeRequestId: number, body: { subject } })
        await refresh()
      }}
    />
  )
}

const Header = (props: ChangeRequestProps) => {
  const { number, request, space } = props
  const refresh = useRefresh(space.id)
  const notices = useNotices()
  const [isEditing, setEditing] = useState(false)
  const setStatus = async (status: "archived" | "open") => {
    try {
      await api.changeRequests.update({ spaceId: space.id, changeRequestId: number, body: { status } })
      await refresh()
      notices.show({ text: status === "open" ? texts.reopened(request.number) : texts.archived(request.number) })
    } catch (error) {
      notices.showError(error)
    }
  }
  const actions: ReadonlyArray<MenuAction> = [
    { label: texts.editSubject, icon: <Pencil aria-hidden />, run: () => setEditing(true) },
    request.status === "archived"
      ? { label: texts.reopen, icon: <ArchiveRestore aria-hidden />, run: () => void setStatus("open") }
      : { label: texts.archive, icon: <Archive aria-hidden />, run: () => void setStatus("archived") }
  ]
  const isFinal = request.status === "merged"
  const isOpen = request.status === "draft" || request.status === "open"
  return (
    <header className="screen-header">
      <div>
        <p className="screen-kicker">{messages.space.fullChangeRequest(request.number)}</p>
        <h1 dir="auto">{subjectOf(request)}</h1>
        <p className="row-facts">
          <StatusBadge status={request.status} />
          <PersonName user={request.createdBy} />
          <span>
            {texts.updated} <TimeText time={request.updatedAt} />
          </span>
        </p>
      </div>
      <div className="screen-actions">
        {isOpen ? <PreviewLinks organization={space.organization} space={space.id} changeRequest={request.id} /> : null}
        {isFinal ? null : (
          <Link to="/s/$space/cr/$number/p" params={{ space: space.id, number }} className="button button-secondary">
            <FilePen aria-hidden />
            {texts.editPages}
          </Link>
        )}
        {space.permissions.edit && !isFinal ? (
          <ActionMenu label={texts.more} actions={actions}>
            <Ellipsis aria-hidden />
          </ActionMenu>
        ) : null}
      </div>
      {isEditing ? <EditSubject {...props} onClose={() => setEditing(false)} /> : null}
    </header>
  )
}

const Changes = ({ number, space }: ChangeRequestProps) => {
  const query = useQuery(changesQuery(space.id, number))
  if (query.isPending) return <Loading lines={5} />
  if (query.isError) {
    return (
      <div className="list-error">
        <ErrorText error={query.error} />
        <Button onClick={() => void query.refetch()}>{messages.retry}</Button>
      </div>
    )
  }
  if (query.data.changes.length === 0) {
    return (
      <EmptyState icon={<FileDiff />} title={texts.noChanges}>
        {texts.noChangesText}
      </EmptyState>
    )
  }
  return <ChangeList changes={query.data} sourceOf={(page) => changeRequestDifferences(space.id, number, page)} />
}

const route = getRouteApi("/s/$space/cr/$number")

/** A change request: its changes, its discussion, its reviews and its merge. */
export const ChangeRequestScreen = () => {
  const { number, space: spaceId } = route.useParams()
  const space = useQuery(spaceQuery(spaceId))
  const request = useQuery(changeRequestQuery(spaceId, number))
  useTitle(request.data && subjectOf(request.data), space.data?.title)
  if (request.isError && !isQuireError(request.error, "unauthorized")) {
    return (
      <ErrorView
        error={request.error}
        missing={messages.errors.missingChangeRequest}
        onRetry={() => void request.refetch()}
        actions={
          <Link to="/s/$space/cr" params={{ space: spaceId }} className="button button-secondary">
            {texts.title}
          </Link>
        }
      />
    )
  }
  if (request.data === undefined || space.data === undefined) {
    return (
      <main className="screen" id="content">
        <Loading lines={8} />
      </main>
    )
  }
  const props = { space: space.data, request: request.data, number }
  return (
    <main className="screen screen-wide" id="content">
      <Header {...props} />
      <div className="columns">
        <div className="column-main">
          <section aria-labelledby="changes-title">
            <h2 id="changes-title">{texts.changes}</h2>
            <Changes {...props} />
          </section>
          <Comments {...props} />
        </div>
        <aside className="column-side" aria-label={texts.merging}>
          <MergeBox {...props} />
          <Reviewers {...props} />
        </aside>
      </div>
    </main>
  )
}
