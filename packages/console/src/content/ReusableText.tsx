import type { Document, Space } from "@quire/client"
import { createEditor, type Editor } from "@quire/editor"
import "@quire/editor/style.css"
import { useEffect, useRef, useState } from "react"
import { contentMessages } from "../messages/ContentMessages.ts"
import { messages } from "../messages/Messages.ts"
import { makeEditorServices } from "../pages/EditorServices.ts"
import { useAction } from "../ui/Action.ts"
import { Button } from "../ui/Button.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { ErrorText } from "../ui/States.tsx"

const texts = contentMessages.reusable

interface ReusableTextProps {
  readonly space: Space
  readonly document: Document
  /** Name of the text for screen readers. */
  readonly label: string
  readonly onSave: (document: Document) => Promise<unknown>
  readonly onCancel: () => void
}

/** The text of a reusable content in an editor, which a button saves. */
export const ReusableText = ({ document, label, onCancel, onSave, space }: ReusableTextProps) => {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(undefined)
  const notices = useNotices()
  const [isChanged, setChanged] = useState(false)
  // The editor is opened once; a change of the space or of the text by others does not replace what is being written.
  const [opened] = useState({ document, space })
  useEffect(() => {
    if (place.current === null) return
    const services = makeEditorServices({ space: opened.space.id }, opened.space)
    const created = createEditor(place.current, {
      ...services,
      document: opened.document,
      label,
      onChange: () => setChanged(true)
    })
    editor.current = created
    created.view.focus()
    return () => created.destroy()
  }, [opened, label])
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [isChanged])
  const save = useAction(async () => {
    const { current } = editor
    if (current === undefined) return
    if (current.hasUploads()) notices.show({ text: texts.uploading, isError: true })
    else await onSave(current.getDocument())
  })
  return (
    <>
      <div className="document" dir="auto" ref={place} />
      {save.error === undefined ? null : <ErrorText error={save.error} />}
      <div className="form-actions">
        <Button onClick={onCancel}>{messages.cancel}</Button>
        <Button look="primary" isBusy={save.isBusy} disabled={!isChanged} onClick={() => void save.run()}>
          {texts.save}
        </Button>
      </div>
    </>
  )
}
