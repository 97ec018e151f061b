import type { ChangeRequestRequestedReviewer, ChangeRequestReview } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { CircleCheck, CircleDot, CircleX, Eye, UserPlus, X } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { membersQuery, userQuery } from "../api/Queries.ts"
import { requestedReviewersQuery, reviewsQuery } from "../api/ReviewQueries.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { Button, IconButton } from "../ui/Button.tsx"
import { CursorItems } from "../ui/CursorItems.tsx"
import { TextArea, TextField } from "../ui/Field.tsx"
import { FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { PersonName } from "../ui/Person.tsx"
import { ErrorText } from "../ui/States.tsx"
import type { ChangeRequestProps } from "./ChangeRequestProps.ts"
import { useRefresh } from "./Refresh.ts"

const texts = reviewMessages.changeRequest

type DialogProps = ChangeRequestProps & { readonly onClose: () => void }

/** A dialog that asks members for a review. */
const RequestReview = ({ number, onClose, request, space }: DialogProps) => {
  const refresh = useRefresh(space.id)
  const notices = useNotices()
  const [search, setSearch] = useState("")
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const members = useCursorList(membersQuery(space.organization, search.trim()))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const submit = async () => {
    const body = { users: [...chosen] }
    await api.reviews.requestReviewers({ spaceId: space.id, changeRequestId: number, body })
    await refresh()
    notices.show({ text: texts.reviewRequested })
  }
  return (
    <FormModal
      title={texts.requestReviewTitle}
      description={texts.requestReviewText}
      isOpen
      onClose={onClose}
      submit={texts.requestReview}
      isDisabled={chosen.size === 0}
      onSubmit={submit}
    >
      <TextField
        label={texts.searchMembers}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <CursorItems list={members} empty={<p className="muted">{texts.noMembers}</p>}>
        {(items) => (
          <fieldset className="choices">
            <legend className="visually-hidden">{texts.reviewers}</legend>
            {items
              .filter(({ disabled, user }) => !disabled && user.id !== request.createdBy.id)
              .map(({ user }) => (
                <label key={user.id} className="choice">
                  <input type="checkbox" checked={chosen.has(user.id)} onChange={() => toggle(user.id)} />
                  <PersonName user={user} />
                </label>
              ))}
          </fieldset>
        )}
      </CursorItems>
    </FormModal>
  )
}

type Verdict = "approved" | "changes-requested"

const verdicts = [
  ["approved", texts.approve, texts.approveHint],
  ["changes-requested", texts.requestChanges, texts.requestChangesHint]
] as const

/** A dialog that submits a review. */
const SubmitReview = ({ number, onClose, space }: DialogProps) => {
  const refresh = useRefresh(space.id)
  const notices = useNotices()
  const [status, setStatus] = useState<Verdict>("approved")
  const [comment, setComment] = useState("")
  const submit = async () => {
    const text = comment.trim()
    const body = { status, ...(text === "" ? {} : { comment: { markdown: text } }) }
    await api.reviews.submit({ spaceId: space.id, changeRequestId: number, body })
    await refresh()
    notices.show({ text: texts.reviewed })
  }
  return (
    <FormModal title={texts.reviewTitle} isOpen onClose={onClose} submit={texts.submitReview} onSubmit={submit}>
      <fieldset className="choices">
        <legend>{texts.reviewVerdict}</legend>
        {verdicts.map(([value, label, hint]) => (
          <label key={value} className="choice">
            <input type="radio" name="verdict" checked={status === value} onChange={() => setStatus(value)} />
            <span>
              <span className="choice-label">{label}</span>
              <span className="muted">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TextArea label={texts.reviewComment} value={comment} onChange={(event) => setComment(event.target.value)} />
    </FormModal>
  )
}

const ReviewItem = ({ review }: { readonly review: ChangeRequestReview }) => {
  const isApproval = review.status === "approved"
  return (
    <li className="reviewer">
      <PersonName user={review.reviewer} />
      <span className={isApproval ? "fact fact-good" : "fact fact-warning"}>
        {isApproval ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
        {isApproval ? texts.approved : texts.changesRequested}
        {review.outdated ? <span className="muted"> {texts.outdatedReview}</span> : null}
      </span>
    </li>
  )
}

interface RequestedReviewerProps extends ChangeRequestProps {
  readonly reviewer: ChangeRequestRequestedReviewer
}

const RequestedReviewer = ({ number, request, reviewer: { user }, space }: RequestedReviewerProps) => {
  const refresh = useRefresh(space.id)
  const notices = useNotices()
  const remove = async () => {
    try {
      await api.reviews.removeRequestedReviewer({ spaceId: space.id, changeRequestId: number, userId: user.id })
      await refresh()
    } catch (error) {
      notices.showError(error)
    }
  }
  return (
    <li className="reviewer">
      <PersonName user={user} />
      <span className="fact">
        <CircleDot aria-hidden />
        {texts.waiting}
      </span>
      {space.permissions.edit && request.status !== "merged" ? (
        <IconButton label={texts.removeReviewer(user.displayName)} onClick={() => void remove()}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

/** The latest review of each reviewer, newest first. */
const latestOf = (reviews: ReadonlyArray<ChangeRequestReview>): ReadonlyArray<ChangeRequestReview> => {
  const latest = new Map<string, ChangeRequestReview>()
  for (const review of reviews) {
    const known = latest.get(review.reviewer.id)
    if (known === undefined || known.createdAt < review.createdAt) latest.set(review.reviewer.id, review)
  }
  return [...latest.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Who reviewed a change request, who is asked to, and the buttons that ask and review. */
export const Reviewers = (props: ChangeRequestProps) => {
  const { number, request, space } = props
  const user = useQuery(userQuery)
  const reviews = useCursorList(reviewsQuery(space.id, number))
  const requested = useCursorList(requestedReviewersQuery(space.id, number))
  const [dialog, setDialog] = useState<"request" | "review">()
  const close = () => setDialog(undefined)
  const isActive = request.status === "draft" || request.status === "open"
  const isOwn = user.data?.id === request.createdBy.id
  const error = reviews.query.error ?? requested.query.error
  const latest = latestOf(reviews.items)
  return (
    <section className="box" aria-labelledby="reviewers-title">
      <h2 id="reviewers-title">{texts.reviewers}</h2>
      {error === null ? null : <ErrorText error={error} />}
      {latest.length + requested.items.length === 0 ? (
        <p className="muted">{texts.noReviewers}</p>
      ) : (
        <ul className="reviewers">
          {latest.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
          {requested.items.map((reviewer) => (
            <RequestedReviewer key={reviewer.user.id} {...props} reviewer={reviewer} />
          ))}
        </ul>
      )}
      {isActive && space.permissions.review && !isOwn ? (
        <Button icon={<Eye aria-hidden />} onClick={() => setDialog("review")}>
          {texts.review}
        </Button>
      ) : null}
      {isActive && space.permissions.edit ? (
        <Button icon={<UserPlus aria-hidden />} onClick={() => setDialog("request")}>
          {texts.requestReview}
        </Button>
      ) : null}
      {dialog === "request" ? <RequestReview {...props} onClose={close} /> : null}
      {dialog === "review" ? <SubmitReview {...props} onClose={close} /> : null}
    </section>
  )
}
