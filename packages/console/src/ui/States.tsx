import { isQuireError } from "@quire/client"
import { CircleAlert, CloudOff, FileQuestion } from "lucide-react"
import type { ReactNode } from "react"
import { UserError } from "../app/UserError.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "./Button.tsx"

/** Placeholder of content that is being read. */
export const Loading = ({ lines = 4 }: { readonly lines?: number }) => (
  <div className="loading" role="status">
    <span className="visually-hidden">{messages.loading}</span>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} className="loading-line" aria-hidden />
    ))}
  </div>
)

interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** What a screen shows in place of content that does not exist yet. */
export const EmptyState = ({ actions, children, icon, title }: EmptyStateProps) => (
  <div className="empty">
    {icon === undefined ? null : (
      <span className="empty-icon" aria-hidden>
        {icon}
      </span>
    )}
    <p className="empty-title">{title}</p>
    {children === undefined ? null : <div className="empty-text">{children}</div>}
    {actions === undefined ? null : <div className="empty-actions">{actions}</div>}
  </div>
)

/** The message of a failure, for people. */
export const messageOf = (error: unknown): string => {
  if (isQuireError(error)) {
    if (error.reason === "Unreachable") return messages.errors.unreachable
    if (error.kind === "internal") return messages.errors.internal(error.requestId)
  } else if (!(error instanceof UserError)) return messages.errors.unexpected
  return error.message.charAt(0).toUpperCase() + error.message.slice(1)
}

export const ErrorText = ({ error }: { readonly error: unknown }) => (
  <p className="error-text" role="alert">
    <CircleAlert aria-hidden />
    <span>{messageOf(error)}</span>
  </p>
)

interface ErrorViewProps {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
  /** What is missing, for the title of the page that says so. */
  readonly missing?: string | undefined
  /** Whether the content is missing although it could be read, such as a deleted space. */
  readonly isMissing?: boolean
  readonly actions?: ReactNode
}

const isMissingContent = (error: unknown): boolean =>
  isQuireError(error, "not-found", "forbidden") || (isQuireError(error, "bad-input") && error.field !== undefined)

/** A failure in place of a screen: what is not there, or not for the caller, or could not be read. */
export const ErrorView = ({
  actions,
  error,
  isMissing = false,
  missing = messages.errors.missing,
  onRetry
}: ErrorViewProps) => {
  if (isMissing || isMissingContent(error)) {
    return (
      <main className="screen" id="content">
        <div className="empty">
          <span className="empty-icon" aria-hidden>
            <FileQuestion />
          </span>
          <h1 className="empty-title">{missing}</h1>
          <p className="empty-text">{messages.errors.missingReasons}</p>
          <div className="empty-actions">{actions}</div>
        </div>
      </main>
    )
  }
  return (
    <main className="screen" id="content">
      <div className="empty">
        <span className="empty-icon" aria-hidden>
          <CloudOff />
        </span>
        <h1 className="empty-title">{messages.errors.title}</h1>
        <p className="empty-text" role="alert">
          {messageOf(error)}
        </p>
        <div className="empty-actions">
          {onRetry === undefined ? null : (
            <Button look="primary" onClick={onRetry}>
              {messages.retry}
            </Button>
          )}
          {actions}
        </div>
      </div>
    </main>
  )
}
