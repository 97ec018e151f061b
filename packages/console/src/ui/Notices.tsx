import { CircleAlert, CircleCheck, X } from "lucide-react"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import { messages } from "../messages/Messages.ts"
import { IconButton } from "./Button.tsx"
import { messageOf } from "./States.tsx"

/** A short message about something that happened. */
export interface Notice {
  readonly text: string
  readonly isError?: boolean
  readonly action?: ReactNode
}

interface NoticeActions {
  readonly show: (notice: Notice) => void
  readonly showError: (error: unknown) => void
}

const NoticeContext = createContext<NoticeActions>({ show: () => {}, showError: () => {} })

export const useNotices = (): NoticeActions => useContext(NoticeContext)

const lifetime = 8000

/** Shows one message at a time in a region that screen readers announce. Errors remain until they are closed. */
export const NoticeProvider = ({ children }: { readonly children: ReactNode }) => {
  const [notice, setNotice] = useState<Notice>()
  const close = useCallback(() => setNotice(undefined), [])
  useEffect(() => {
    if (notice === undefined || notice.isError === true) return
    const timer = setTimeout(close, lifetime)
    return () => clearTimeout(timer)
  }, [notice, close])
  const actions = useMemo(
    () => ({ show: setNotice, showError: (error: unknown) => setNotice({ text: messageOf(error), isError: true }) }),
    []
  )
  return (
    <NoticeContext value={actions}>
      {children}
      <div className="notices" role="status" aria-live="polite">
        {notice === undefined ? null : (
          <div className={notice.isError === true ? "notice notice-error" : "notice"}>
            {notice.isError === true ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
            <span className="notice-text">{notice.text}</span>
            {notice.action}
            <IconButton label={messages.dismiss} onClick={close}>
              <X aria-hidden />
            </IconButton>
          </div>
        )}
      </div>
    </NoticeContext>
  )
}
