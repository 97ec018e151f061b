import { type ReactNode, useState } from "react"
import { TextField } from "./Field.tsx"
import { FormModal, type ModalProps } from "./Modal.tsx"

interface TitleModalProps extends ModalProps {
  /** Label of the field for the title. */
  readonly label: string
  readonly hint?: string
  readonly initialTitle?: string
  readonly submit: string
  /** Further fields. */
  readonly children?: ReactNode
  readonly onSubmit: (title: string) => Promise<unknown>
}

/** A dialog with a form whose first field is a required title. */
export const TitleModal = ({ children, hint, initialTitle = "", label, onSubmit, ...modal }: TitleModalProps) => {
  const [title, setTitle] = useState(initialTitle)
  const submit = async () => {
    await onSubmit(title.trim())
    setTitle(initialTitle)
  }
  return (
    <FormModal {...modal} isDisabled={title.trim() === ""} onSubmit={submit}>
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        maxLength={100}
        required
      />
      {children}
    </FormModal>
  )
}
