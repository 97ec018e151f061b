import type { Document } from "@quire/client"
import { createEditor } from "@quire/editor"
import "@quire/editor/style.css"
import { useEffect, useRef } from "react"
import type { ContentVersion } from "../api/Queries.ts"
import { makeResolver } from "./EditorServices.ts"

interface ReadPageProps {
  readonly document: Document
  readonly version: ContentVersion
  /** Name of the text for screen readers. */
  readonly label: string
  /** Called when the text is in the page, with its element. */
  readonly onReady?: (element: HTMLElement) => void
}

/** The text of a page, which only reads. */
export const ReadPage = ({ document, label, onReady, version }: ReadPageProps) => {
  const { changeRequest, space } = version
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return
    const resolve = makeResolver({ space, changeRequest })
    const editor = createEditor(place.current, { document, label, resolve, isReadOnly: true })
    onReady?.(editor.view.dom)
    return () => editor.destroy()
  }, [document, label, onReady, space, changeRequest])
  return <div className="document" dir="auto" ref={place} />
}
