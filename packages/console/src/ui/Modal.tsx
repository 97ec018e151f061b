import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react"
import { messages } from "../messages/Messages.ts"
import { useAction } from "./Action.ts"
import { Button } from "./Button.tsx"
import { ErrorText } from "./States.tsx"

const DialogWindow = lazy(async () => ({ default: (await import("./DialogWindow.tsx")).DialogWindow }))
const AlertWindow = lazy(async () => ({ default: (await import("./DialogWindow.tsx")).AlertWindow }))

/** Whether something was open at least once; what shows dialogs is loaded then. */
const useWasOpen = (isOpen: boolean): boolean => {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen || isOpen
}

export interface ModalProps {
  readonly title: string
  readonly description?: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly className?: string
}

/** The action of a dialog, which closes when it succeeds. */
const useDialogAction = (action: () => Promise<unknown>, onClose: () => void) => {
  const { clear, error, isBusy, run } = useAction(action)
  const close = () => {
    clear()
    onClose()
  }
  const submit = async () => {
    if (await run()) close()
  }
  return { isBusy, error, close, submit }
}

interface FormModalProps extends ModalProps {
  readonly children: ReactNode
  readonly submit: string
  readonly isDisabled?: boolean
  readonly onSubmit: () => Promise<unknown>
}

/** A dialog with a form. */
export const FormModal = ({ children, isDisabled, onSubmit, submit, ...modal }: FormModalProps) => {
  const { close, error, isBusy, submit: run } = useDialogAction(onSubmit, modal.onClose)
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  if (!useWasOpen(modal.isOpen)) return null
  return (
    <Suspense>
      <DialogWindow {...modal} onClose={close}>
        <form onSubmit={onFormSubmit} className="form">
          {children}
          {error === undefined ? null : <ErrorText error={error} />}
          <div className="form-actions">
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" look="primary" isBusy={isBusy} disabled={isDisabled}>
              {submit}
            </Button>
          </div>
        </form>
      </DialogWindow>
    </Suspense>
  )
}

interface ConfirmationProps extends ModalProps {
  readonly description: string
  readonly confirm: string
  readonly isDangerous?: boolean
  readonly onConfirm: () => Promise<unknown>
}

/** A question before an action that is not easily undone. */
export const Confirmation = ({ confirm, isDangerous, onConfirm, ...modal }: ConfirmationProps) => {
  const { close, error, isBusy, submit } = useDialogAction(onConfirm, modal.onClose)
  if (!useWasOpen(modal.isOpen)) return null
  return (
    <Suspense>
      <AlertWindow {...modal} onClose={close}>
        {error === undefined ? null : <ErrorText error={error} />}
        <div className="form-actions">
          <Button onClick={close}>{messages.cancel}</Button>
          <Button look={isDangerous === true ? "danger" : "primary"} isBusy={isBusy} onClick={() => void submit()}>
            {confirm}
          </Button>
        </div>
      </AlertWindow>
    </Suspense>
  )
}
