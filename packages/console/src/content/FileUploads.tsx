import type { Space } from "@quire/client"
import { useQueryClient } from "@tanstack/react-query"
import { X } from "lucide-react"
import { useState } from "react"
import { contentMessages } from "../messages/ContentMessages.ts"
import { makeEditorServices } from "../pages/EditorServices.ts"
import { IconButton } from "../ui/Button.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { ErrorText } from "../ui/States.tsx"

const texts = contentMessages.files

/** An upload that runs, or failed. */
interface FileUpload {
  readonly id: number
  readonly name: string
  /** The part that is stored, from 0 to 1. */
  readonly part: number
  readonly error?: unknown
}

/** The uploads of a screen. */
export interface FileUploads {
  readonly uploads: ReadonlyArray<FileUpload>
  readonly start: (files: ReadonlyArray<File>) => void
  readonly dismiss: (id: number) => void
}

let lastId = 0

/** Uploads files into a space, one after the other. */
export const useFileUploads = (space: Space): FileUploads => {
  const queries = useQueryClient()
  const notices = useNotices()
  const [uploads, setUploads] = useState<ReadonlyArray<FileUpload>>([])
  const update = (id: number, change: Partial<FileUpload>) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  const dismiss = (id: number) => setUploads((before) => before.filter((upload) => upload.id !== id))
  const start = (files: ReadonlyArray<File>) => {
    const { uploadFile } = makeEditorServices({ space: space.id }, space)
    if (uploadFile === undefined || files.length === 0) return
    const started = files.map((file) => ({ file, id: ++lastId }))
    setUploads((before) => [...before, ...started.map(({ file: { name }, id }) => ({ id, name, part: 0 }))])
    const run = async () => {
      let stored = 0
      for (const { file, id } of started) {
        try {
          await uploadFile(file, (part) => update(id, { part }))
          dismiss(id)
          stored++
        } catch (error) {
          update(id, { error })
        }
      }
      await queries.invalidateQueries({ queryKey: ["spaces", space.id] })
      if (stored > 0) notices.show({ text: texts.uploaded(stored) })
    }
    void run()
  }
  return { uploads, start, dismiss }
}

/** Uploads with their progress. */
export const UploadList = ({ dismiss, uploads }: FileUploads) =>
  uploads.length === 0 ? null : (
    <ul className="rows uploads">
      {uploads.map(({ error, id, name, part }) => (
        <li key={id} className="row">
          <span className="row-main">
            <span className="row-title" dir="auto">
              {name}
            </span>
            {error === undefined ? (
              <progress className="progress" value={part} max={1} aria-label={texts.uploading(name)} />
            ) : (
              <ErrorText error={error} />
            )}
          </span>
          {error === undefined ? null : (
            <IconButton label={texts.dismissFailure(name)} onClick={() => dismiss(id)}>
              <X aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
