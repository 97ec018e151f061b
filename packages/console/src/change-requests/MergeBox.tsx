import type { MergeStatus } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { CircleAlert, CircleCheck, GitMerge, RefreshCw, TriangleAlert } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { mergeStatusQuery } from "../api/ReviewQueries.ts"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { useAction } from "../ui/Action.ts"
import { Button } from "../ui/Button.tsx"
import { Confirmation } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { ErrorText, Loading } from "../ui/States.tsx"
import type { ChangeRequestProps } from "./ChangeRequestProps.ts"
import { useRefresh } from "./Refresh.ts"
import { ResolveConflicts } from "./ResolveConflicts.tsx"

const texts = reviewMessages.changeRequest

/** What is missing before a merge, if anything is. */
const MergeFacts = ({ mayMerge, status }: { readonly mayMerge: boolean; readonly status: MergeStatus }) => {
  const missing = [
    ...(status.conflicts.length === 0 ? [] : [texts.conflicts(status.conflicts.length)]),
    ...status.failedRules.map(({ message }) => message.charAt(0).toUpperCase() + message.slice(1)),
    ...(mayMerge ? [] : [texts.needsRight])
  ]
  if (missing.length === 0 && status.mergeable) {
    return (
      <p className="fact fact-good">
        <CircleCheck aria-hidden />
        {texts.mergeable}
      </p>
    )
  }
  return (
    <>
      <p className="fact">
        <CircleAlert aria-hidden />
        {texts.notMergeable}
      </p>
      <ul className="missing">
        {missing.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}

const OpenMergeBox = (props: ChangeRequestProps) => {
  const { number, request, space } = props
  const query = useQuery(mergeStatusQuery(space.id, number))
  const refresh = useRefresh(space.id)
  const notices = useNotices()
  const [dialog, setDialog] = useState<"merge" | "resolve">()
  const close = () => setDialog(undefined)
  const update = useAction(async () => {
    const { result } = await api.changeRequests.pullPrimaryContent({ spaceId: space.id, changeRequestId: number })
    await refresh()
    if (result === "update") notices.show({ text: texts.updatedFromSpace })
  })
  const merge = async () => {
    const { result } = await api.changeRequests.merge({ spaceId: space.id, changeRequestId: number })
    await refresh()
    if (result === "merge") notices.show({ text: texts.merged(request.number) })
  }
  if (query.isPending) return <Loading lines={3} />
  if (query.isError) {
    return (
      <>
        <ErrorText error={query.error} />
        <Button onClick={() => void query.refetch()}>{messages.retry}</Button>
      </>
    )
  }
  const status = query.data
  const mayEdit = space.permissions.edit
  return (
    <>
      <MergeFacts status={status} mayMerge={space.permissions.merge} />
      {request.outdated && status.conflicts.length === 0 && mayEdit ? (
        <>
          <p className="fact fact-warning">
            <TriangleAlert aria-hidden />
            {texts.outdatedText}
          </p>
          <Button icon={<RefreshCw aria-hidden />} isBusy={update.isBusy} onClick={() => void update.run()}>
            {texts.update}
          </Button>
          {update.error === undefined ? null : <ErrorText error={update.error} />}
        </>
      ) : null}
      {status.conflicts.length > 0 && mayEdit ? (
        <Button icon={<TriangleAlert aria-hidden />} onClick={() => setDialog("resolve")}>
          {texts.resolve}
        </Button>
      ) : null}
      <Button
        look="primary"
        icon={<GitMerge aria-hidden />}
        disabled={!status.mergeable || !space.permissions.merge}
        onClick={() => setDialog("merge")}
      >
        {texts.merge}
      </Button>
      <Confirmation
        title={texts.mergeTitle(request.number)}
        description={texts.mergeText}
        confirm={texts.merge}
        isOpen={dialog === "merge"}
        onClose={close}
        onConfirm={merge}
      />
      {dialog === "resolve" ? <ResolveConflicts {...props} status={status} onClose={close} /> : null}
    </>
  )
}

/** Whether a change request can be merged, what is missing, and the buttons that merge, update and resolve. */
export const MergeBox = (props: ChangeRequestProps) => {
  const { request, space } = props
  return (
    <section className="box" aria-labelledby="merge-title">
      <h2 id="merge-title">{texts.merging}</h2>
      {request.status === "merged" ? (
        <>
          <p className="fact fact-merged">
            <GitMerge aria-hidden />
            {texts.mergedInto}
          </p>
          {request.revisionMerged === undefined ? null : (
            <Link
              to="/s/$space/r/$revision"
              params={{ space: space.id, revision: request.revisionMerged }}
              className="button button-secondary"
            >
              {texts.showRevision}
            </Link>
          )}
        </>
      ) : request.status === "archived" ? (
        <p className="fact">{texts.archivedText}</p>
      ) : (
        <OpenMergeBox {...props} />
      )}
    </section>
  )
}
