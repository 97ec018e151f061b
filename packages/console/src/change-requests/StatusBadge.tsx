import type { ChangeRequest } from "@quire/client"
import { Archive, GitMerge, GitPullRequest, GitPullRequestDraft } from "lucide-react"
import { reviewMessages } from "../messages/ReviewMessages.ts"

const icons = {
  draft: <GitPullRequestDraft aria-hidden />,
  open: <GitPullRequest aria-hidden />,
  archived: <Archive aria-hidden />,
  merged: <GitMerge aria-hidden />
} as const

/** The status of a change request. */
export const StatusBadge = ({ status }: Pick<ChangeRequest, "status">) => (
  <span className={`badge badge-${status}`}>
    {icons[status]}
    {reviewMessages.changeRequest.status[status]}
  </span>
)

/** The subject of a change request, for people. */
export const subjectOf = ({ subject }: Pick<ChangeRequest, "subject">): string =>
  subject === "" ? reviewMessages.changeRequest.noSubject : subject
