import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { FileDiff, Undo2 } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { revisionChangesQuery, revisionQuery, spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { ChangeList } from "../differences/ChangeList.tsx"
import { revisionDifferences } from "../differences/DifferencesSource.ts"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { Button } from "../ui/Button.tsx"
import { Confirmation } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { EmptyState, ErrorText, ErrorView, Loading } from "../ui/States.tsx"
import { TimeText } from "../ui/TimeText.tsx"

const texts = reviewMessages.history
const route = getRouteApi("/s/$space/r/$revision")

const Changes = ({ revision, space }: { readonly space: string; readonly revision: string }) => {
  const query = useQuery(revisionChangesQuery(space, revision))
  if (query.isPending) return <Loading lines={5} />
  if (query.isError) {
    return (
      <div className="list-error">
        <ErrorText error={query.error} />
        <Button onClick={() => void query.refetch()}>{messages.retry}</Button>
      </div>
    )
  }
  return query.data.changes.length === 0 ? (
    <EmptyState icon={<FileDiff />} title={texts.noChanges} />
  ) : (
    <ChangeList changes={query.data} sourceOf={(page) => revisionDifferences(space, revision, page)} />
  )
}

/** A revision of a space: what it changed, and the way back to it. */
export const RevisionScreen = () => {
  const { revision: id, space: spaceId } = route.useParams()
  const space = useQuery(spaceQuery(spaceId))
  const revision = useQuery(revisionQuery(spaceId, id))
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  const [isOpen, setOpen] = useState(false)
  useTitle(texts.revisionTitle, space.data?.title)
  const historyLink = (
    <Link to="/s/$space/history" params={{ space: spaceId }} className="button button-secondary">
      {texts.title}
    </Link>
  )
  if (revision.isError) {
    return (
      <ErrorView
        error={revision.error}
        missing={messages.errors.missingRevision}
        onRetry={() => void revision.refetch()}
        actions={historyLink}
      />
    )
  }
  if (revision.isPending || space.data === undefined) {
    return (
      <main className="screen" id="content">
        <Loading lines={6} />
      </main>
    )
  }
  const isCurrent = space.data.revision === id
  const rollBack = async () => {
    await api.revisions.rollBack({ spaceId, body: { revision: id } })
    await queries.invalidateQueries({ queryKey: ["spaces", spaceId] })
    notices.show({ text: texts.rolledBack })
    await navigate({ to: "/s/$space/history", params: { space: spaceId } })
  }
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <div>
          <p className="screen-kicker">
            {texts.revisionTitle} · <TimeText time={revision.data.createdAt} />
          </p>
          <h1>{revision.data.parents.length === 0 ? texts.first : texts.kinds[revision.data.type]}</h1>
          {isCurrent ? <p className="screen-description">{texts.isCurrent}</p> : null}
        </div>
        <div className="screen-actions">
          {historyLink}
          {isCurrent || !space.data.permissions.edit || space.data.editMode === "locked" ? null : (
            <Button icon={<Undo2 aria-hidden />} onClick={() => setOpen(true)}>
              {texts.rollBack}
            </Button>
          )}
        </div>
      </header>
      <section aria-labelledby="changes-title">
        <h2 id="changes-title">{texts.changes}</h2>
        <Changes space={spaceId} revision={id} />
      </section>
      <Confirmation
        title={texts.rollBackTitle}
        description={texts.rollBackText}
        confirm={texts.rollBackConfirm}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={rollBack}
      />
    </main>
  )
}
