import type { ImportResult, Space } from "@quire/client"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"

/** The kinds of source that the server fetches and reads. */
export const importKinds = ["website", "zip", "markdown", "html", "docx"] as const
export type ImportKind = (typeof importKinds)[number]

/** What is imported into where. */
export interface ImportTask {
  readonly url: string
  readonly source: ImportKind
  readonly space: Space
}

/** The result of an import, and the change request that contains it if the pages of the space are locked. */
export interface AddressImport {
  readonly result: ImportResult
  readonly changeRequest?: number
}

/** Title of the space or the change request of an import. */
export const titleOfSource = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : messages.untitled)

/** Imports into a space, or into a new change request if its pages are locked. */
export const runImport = async ({
  source,
  space: { editMode, id: spaceId },
  url
}: ImportTask): Promise<AddressImport> => {
  const body = { url, source }
  if (editMode === "live") return { result: await api.content.import({ spaceId, body }) }
  const { number } = await api.changeRequests.create({ spaceId, body: { subject: titleOfSource(url) } })
  const result = await api.contentOfChangeRequests.importContentIntoChangeRequest({
    spaceId,
    changeRequestId: String(number),
    body
  })
  return { result, changeRequest: number }
}
