import type { Document } from "@quire/client"
import { createEditor } from "@quire/editor"
import "@quire/editor/style.css"
import { useEffect, useRef } from "react"

interface ReadPageProps {
  readonly document: Document
  /** Name of the text for screen readers. */
  readonly label: string
  /** Called when the text is in the page, with its element. */
  readonly onReady?: (element: HTMLElement) => void
}

/** The text of a page, which only reads. */
export const ReadPage = ({ document, label, onReady }: ReadPageProps) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return
    const editor = createEditor(place.current, { document, label, isReadOnly: true })
    // A text that cannot be edited is no field.
    const { dom } = editor.view
    dom.setAttribute("role", "region")
    dom.removeAttribute("aria-multiline")
    onReady?.(dom)
    return () => editor.destroy()
  }, [document, label, onReady])
  return <div className="document" dir="auto" ref={place} />
}
