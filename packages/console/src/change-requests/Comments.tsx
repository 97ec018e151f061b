import type { Comment, CommentReply } from "@quire/client"
import { CircleCheck, Ellipsis, RotateCcw, Trash2 } from "lucide-react"
import { type FormEvent, useState } from "react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { commentsQuery, repliesQuery } from "../api/ReviewQueries.ts"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { textOf } from "../pages/DocumentText.ts"
import { useAction } from "../ui/Action.ts"
import { Button } from "../ui/Button.tsx"
import { CursorItems } from "../ui/CursorItems.tsx"
import { TextArea } from "../ui/Field.tsx"
import { ActionMenu } from "../ui/Menu.tsx"
import { Confirmation } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { PersonName } from "../ui/Person.tsx"
import { ErrorText } from "../ui/States.tsx"
import { TimeText } from "../ui/TimeText.tsx"
import type { ChangeRequestProps } from "./ChangeRequestProps.ts"
import { useRefresh } from "./Refresh.ts"

const texts = reviewMessages.comments

interface ComposerProps {
  readonly label: string
  readonly submit: string
  readonly onSubmit: (markdown: string) => Promise<unknown>
  readonly onCancel?: () => void
}

/** A field for a comment or a reply. What was written remains if it cannot be posted. */
const Composer = ({ label, onCancel, onSubmit, submit }: ComposerProps) => {
  const [text, setText] = useState("")
  const { error, isBusy, run } = useAction(() => onSubmit(text.trim()))
  const post = async (event: FormEvent) => {
    event.preventDefault()
    if (await run()) setText("")
  }
  return (
    <form className="composer" onSubmit={(event) => void post(event)}>
      <TextArea label={label} hint={texts.writeHint} value={text} onChange={(event) => setText(event.target.value)} />
      {error === undefined ? null : <ErrorText error={error} />}
      <div className="form-actions">
        {onCancel === undefined ? null : <Button onClick={onCancel}>{messages.cancel}</Button>}
        <Button type="submit" isBusy={isBusy} disabled={text.trim() === ""}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

const bodyOf = ({ body }: Pick<Comment, "body">): string => ("markdown" in body ? body.markdown : textOf(body.document))

const Message = ({ message }: { readonly message: Comment | CommentReply }) => (
  <>
    <p className="comment-facts">
      <PersonName user={message.postedBy} />
      <TimeText time={message.postedAt} />
      {message.editedAt === undefined ? null : <span>{texts.edited}</span>}
    </p>
    <div className="comment-text" dir="auto">
      {bodyOf(message)}
    </div>
  </>
)

interface CommentProps extends ChangeRequestProps {
  readonly comment: Comment
}

const Replies = ({ comment, number, space }: CommentProps) => {
  const list = useCursorList(repliesQuery(space.id, number, comment.id))
  return (
    <CursorItems list={list} lines={2} empty={null}>
      {(replies) => (
        <ul className="replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Message message={reply} />
            </li>
          ))}
        </ul>
      )}
    </CursorItems>
  )
}

const Thread = (props: CommentProps) => {
  const { comment, number, space } = props
  const refresh = useRefresh(space.id)
  const notices = useNotices()
  const [state, setState] = useState<"reply" | "delete">()
  const at = { spaceId: space.id, changeRequestId: number, commentId: comment.id }
  const isResolved = comment.status === "resolved"
  const setResolved = async (resolved: boolean) => {
    try {
      await api.changeRequestComments.updateInChangeRequest({ ...at, body: { resolved } })
      await refresh()
    } catch (error) {
      notices.showError(error)
    }
  }
  const actions = [
    ...(comment.permissions.edit || comment.permissions.reply
      ? [
          isResolved
            ? { label: texts.reopen, icon: <RotateCcw aria-hidden />, run: () => void setResolved(false) }
            : { label: texts.resolve, icon: <CircleCheck aria-hidden />, run: () => void setResolved(true) }
        ]
      : []),
    ...(comment.permissions.delete
      ? [{ label: texts.delete, icon: <Trash2 aria-hidden />, isDangerous: true, run: () => setState("delete") }]
      : [])
  ]
  return (
    <li className={isResolved ? "comment is-resolved" : "comment"}>
      <div className="comment-head">
        {isResolved ? <span className="badge">{texts.resolved}</span> : null}
        {comment.target.page === undefined ? null : (
          <span className="muted">
            {texts.on} <bdi>{comment.target.page.title}</bdi>
          </span>
        )}
        {actions.length === 0 ? null : (
          <ActionMenu label={texts.more(comment.postedBy.displayName)} actions={actions}>
            <Ellipsis aria-hidden />
          </ActionMenu>
        )}
      </div>
      <Message message={comment} />
      {comment.replies === 0 ? null : <Replies {...props} />}
      {state === "reply" ? (
        <Composer
          label={texts.replyTo(comment.postedBy.displayName)}
          submit={texts.reply}
          onCancel={() => setState(undefined)}
          onSubmit={async (markdown) => {
            await api.changeRequestComments.postReplyInChangeRequest({ ...at, body: { body: { markdown } } })
            await refresh()
            setState(undefined)
          }}
        />
      ) : comment.permissions.reply ? (
        <Button look="quiet" onClick={() => setState("reply")}>
          {texts.reply}
        </Button>
      ) : null}
      <Confirmation
        title={texts.deleteTitle}
        description={texts.deleteText}
        confirm={texts.deleteConfirm}
        isDangerous
        isOpen={state === "delete"}
        onClose={() => setState(undefined)}
        onConfirm={async () => {
          await api.changeRequestComments.deleteInChangeRequest(at)
          await refresh()
        }}
      />
    </li>
  )
}

/** The discussion of a change request. */
export const Comments = (props: ChangeRequestProps) => {
  const { number, space } = props
  const list = useCursorList(commentsQuery(space.id, number))
  const refresh = useRefresh(space.id)
  return (
    <section aria-labelledby="comments-title">
      <h2 id="comments-title">{texts.title}</h2>
      <CursorItems list={list} empty={<p className="muted">{texts.empty}</p>}>
        {(comments) => (
          <ol className="comments">
            {comments.map((comment) => (
              <Thread key={comment.id} {...props} comment={comment} />
            ))}
          </ol>
        )}
      </CursorItems>
      {space.permissions.comment ? (
        <Composer
          label={texts.write}
          submit={texts.post}
          onSubmit={async (markdown) => {
            const body = { body: { markdown } }
            await api.changeRequestComments.postInChangeRequest({ spaceId: space.id, changeRequestId: number, body })
            await refresh()
          }}
        />
      ) : null}
    </section>
  )
}
