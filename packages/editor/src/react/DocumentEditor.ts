import { createElement, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react"
import { createEditor, type Editor, type EditorOptions } from "../view/CreateEditor.ts"

/** Properties of the component. Other properties than `isReadOnly` may change at any time without effect on the text. */
export interface DocumentEditorProps extends Omit<EditorOptions, "onChange"> {
  /** Called with the editor after each change. */
  readonly onChange?: (editor: Editor) => void
  /** Class of the element around the editor. */
  readonly className?: string
  readonly ref?: Ref<Editor | null>
}

/**
 * An editor for a document. It reads the document when it is mounted; give it another `key` to show another document.
 * It is not made again when it is rendered, and calls the functions of its last properties.
 */
export const DocumentEditor = (props: DocumentEditorProps) => {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [editor, setEditor] = useState<Editor | null>(null)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (place.current === null) return undefined
    const { className: _, ref: __, onChange: ___, ...options } = latest.current
    const { onComment, resolve, searchLinks, searchMentions, uploadFile } = options
    const made = createEditor(place.current, {
      ...options,
      ...(onComment && { onComment: (target) => latest.current.onComment?.(target) }),
      ...(resolve && { resolve: async (ref) => latest.current.resolve?.(ref) }),
      ...(searchLinks && { searchLinks: async (query) => (await latest.current.searchLinks?.(query)) ?? [] }),
      ...(searchMentions && { searchMentions: async (query) => (await latest.current.searchMentions?.(query)) ?? [] }),
      ...(uploadFile && {
        uploadFile: (file, onProgress) => (latest.current.uploadFile ?? uploadFile)(file, onProgress)
      }),
      onChange: () => latest.current.onChange?.(made)
    })
    setEditor(made)
    return () => {
      made.destroy()
      setEditor(null)
    }
  }, [])
  const { className, isReadOnly = false, ref } = props
  useEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly])
  useImperativeHandle<Editor | null, Editor | null>(ref, () => editor, [editor])
  return createElement("div", { ref: place, className })
}
