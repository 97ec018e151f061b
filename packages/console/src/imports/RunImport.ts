import type { ImportResult, ImportRunCreate, Space } from "@quire/client"
import { api } from "../api/Client.ts"
import { sendFile } from "../api/Uploads.ts"
import { UserError } from "../app/UserError.ts"
import { contentMessages } from "../messages/ContentMessages.ts"
import { messages } from "../messages/Messages.ts"
import { folderOf, packFiles } from "./Archive.ts"

const texts = contentMessages.imports

/** The formats of an address that the server fetches and reads. */
export const addressFormats = ["website", "zip", "markdown", "html", "docx"] as const
export type AddressFormat = (typeof addressFormats)[number]

/** Files of the person's computer, or an address that the server fetches. */
export type ImportOrigin =
  | { readonly files: ReadonlyArray<File> }
  | { readonly url: string; readonly format: AddressFormat }

/** How far an import is; `part` is from 0 to 1, and absent while that is not known. */
export interface ImportState {
  readonly text: string
  readonly part?: number
}

/** What is imported into where. */
export interface ImportTask {
  readonly origin: ImportOrigin
  readonly space: Space
  readonly onState: (state: ImportState) => void
  readonly signal: AbortSignal
}

/** The result of an import, and the change request that contains it if the pages of the space are locked. */
export interface FinishedImport {
  readonly result: ImportResult
  readonly changeRequest?: number
}

/** Title of the space or the change request of an import. */
export const titleOfOrigin = (origin: ImportOrigin): string => {
  if ("url" in origin) return URL.canParse(origin.url) ? new URL(origin.url).hostname : messages.untitled
  const name = folderOf(origin.files) ?? origin.files[0]?.name.replace(/\.[^.]+$/, "") ?? ""
  return name.slice(0, 50).trim() || messages.untitled
}

const sourceOf = async ({ onState, origin, space }: ImportTask): Promise<ImportRunCreate["source"]> => {
  if ("url" in origin) return { type: "website", ...origin }
  onState({ text: texts.packing })
  const file = await packFiles(origin.files, texts.tooLarge)
  const upload = await sendFile(space.id, file, (part) => onState({ text: texts.uploading, part }))
  return { type: "file", files: [upload] }
}

/** Milliseconds between two reads of a run. */
const interval = 1_000

const wait = () => new Promise((resolve) => setTimeout(resolve, interval))

/** Waits until a run has ended. Cancels it if the signal aborts. */
const follow = async (spaceId: string, importRunId: string, { onState, signal }: ImportTask): Promise<ImportResult> => {
  for (;;) {
    const { progress, reason, result, status } = await api.imports.getRun({ spaceId, importRunId })
    if (result !== undefined) return result
    if (status === "failed") throw new UserError(reason ?? messages.errors.unexpected)
    if (status === "cancelled") throw new UserError(texts.cancelled)
    if (signal.aborted) await api.imports.cancelRun({ spaceId, importRunId })
    else if (progress === undefined || progress.total === 0) onState({ text: texts.running })
    else onState({ text: texts.reading(progress.done, progress.total), part: progress.done / progress.total })
    await wait()
  }
}

/** Imports into a space, or into a new change request if its pages are locked. */
export const runImport = async (task: ImportTask): Promise<FinishedImport> => {
  const { editMode, id: spaceId } = task.space
  const source = await sourceOf(task)
  if (editMode === "live") {
    const { id } = await api.imports.startRun({ spaceId, body: { source } })
    return { result: await follow(spaceId, id, task) }
  }
  const { number } = await api.changeRequests.create({ spaceId, body: { subject: titleOfOrigin(task.origin) } })
  const body = { source, changeRequest: String(number) }
  const { id } = await api.imports.startRun({ spaceId, body })
  return { result: await follow(spaceId, id, task), changeRequest: number }
}
