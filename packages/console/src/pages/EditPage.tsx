import type { Page, Space } from "@quire/client"
import {
  createEditor,
  createPageTransport,
  type Editor,
  openPageSession,
  type PageSession,
  saveOnLeave
} from "@quire/editor"
import "@quire/editor/style.css"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { serverAddress } from "../api/Addresses.ts"
import { editorApi } from "../api/Client.ts"
import type { ContentVersion } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { ErrorText, Loading } from "../ui/States.tsx"
import { makeEditorServices } from "./EditorServices.ts"
import { SavingBar } from "./SavingBar.tsx"

interface EditPageProps {
  readonly page: Page
  readonly space: Space
  readonly version: ContentVersion
  /** Whether the person has asked to edit, who then expects the cursor in the text. */
  readonly isRequested: boolean
  /** Called when the person wants to read the page again; absent where a page is always edited. */
  readonly onDone?: () => void
}

interface OpenedEditor {
  readonly editor: Editor
  readonly session: PageSession
}

/** Opens an editor in an element, which saves until the returned function is called. */
const openEditor = async (element: HTMLElement, { isRequested, page, space, version }: EditPageProps) => {
  const { changeRequest } = version
  const address = { space: version.space, page: page.id, ...(changeRequest === undefined ? {} : { changeRequest }) }
  const content = changeRequest === undefined ? version.space : `${version.space}/${changeRequest}`
  const session = await openPageSession({
    transport: createPageTransport(editorApi, address),
    name: { server: serverAddress.href, content, page: page.id }
  })
  const label = messages.editor.text(page.title)
  const editor = createEditor(element, { ...makeEditorServices(version, space), document: session.document, label })
  session.attach(editor.view)
  const stop = saveOnLeave(session, element)
  if (isRequested) editor.view.focus()
  const close = async () => {
    stop()
    await session.close()
    editor.destroy()
  }
  return { editor, session, close }
}

/** The text of a page in an editor that saves automatically. */
export const EditPage = (props: EditPageProps) => {
  const { isRequested, onDone, page, space, version } = props
  const place = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  const [opened, setOpened] = useState<OpenedEditor>()
  const [error, setError] = useState<unknown>()
  const { changeRequest, space: spaceId } = version
  useEffect(() => {
    const { current: element } = place
    if (element === null) return
    let isOver = false
    const opening = openEditor(element, { isRequested, page, space, version: { space: spaceId, changeRequest } })
    opening.then(
      (result) => (isOver ? undefined : setOpened(result)),
      (failure) => (isOver ? undefined : setError(failure))
    )
    return () => {
      isOver = true
      const refresh = () => queries.invalidateQueries({ queryKey: ["spaces", spaceId] })
      void opening.then(({ close }) => close()).then(refresh, refresh)
    }
    // The page is read anew by the session; a new title must not open another editor.
  }, [page.id, space.id, spaceId, changeRequest, isRequested, queries])
  return (
    <>
      {opened === undefined ? null : (
        <SavingBar editor={opened.editor} session={opened.session} {...(onDone === undefined ? {} : { onDone })} />
      )}
      {error === undefined ? null : <ErrorText error={error} />}
      {opened === undefined && error === undefined ? <Loading lines={8} /> : null}
      <div className="document" dir="auto" ref={place} />
    </>
  )
}
