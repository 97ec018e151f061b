import { AlertDialog } from "@base-ui/react/alert-dialog"
import { Dialog } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import type { ReactNode } from "react"
import { messages } from "../messages/Messages.ts"

export interface DialogWindowProps {
  readonly title: string
  readonly description?: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly className?: string
}

/** A dialog that holds the focus until it is closed. */
export const DialogWindow = ({ children, className = "", description, isOpen, onClose, title }: DialogWindowProps) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className={`dialog ${className}`}>
        <header className="dialog-header">
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          <Dialog.Close className="icon-button" aria-label={messages.close} title={messages.close}>
            <X aria-hidden />
          </Dialog.Close>
        </header>
        {description === undefined ? null : (
          <Dialog.Description className="dialog-description">{description}</Dialog.Description>
        )}
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

/** A dialog that only its buttons and Escape close. */
export const AlertWindow = ({ children, description, isOpen, onClose, title }: DialogWindowProps) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className="backdrop" />
      <AlertDialog.Popup className="dialog">
        <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
        <AlertDialog.Description className="dialog-description">{description}</AlertDialog.Description>
        {children}
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
