import type { PageChanges } from "@quire/client"
import { api } from "../api/Client.ts"

/** How the differences of a page are read, and its text, which added and moved blocks are in. */
export interface DifferencesSource {
  /** Beginning of the keys of what is read. */
  readonly key: ReadonlyArray<string>
  readonly readChanges: (signal: AbortSignal) => Promise<PageChanges>
  /** The document of the page; null if it has none. */
  readonly readDocument: (signal: AbortSignal) => Promise<unknown>
}

export const changeRequestDifferences = (
  spaceId: string,
  changeRequestId: string,
  pageId: string
): DifferencesSource => ({
  key: ["spaces", spaceId, changeRequestId, "differences", pageId],
  readChanges: (signal) => api.changes.getPageChangesInChangeRequest({ spaceId, changeRequestId, pageId }, { signal }),
  readDocument: async (signal) => {
    const at = { spaceId, changeRequestId, pageId, format: "document" as const }
    const page = await api.contentOfChangeRequests.getPageInChangeRequest(at, { signal })
    return page.type === "document" ? (page.document ?? null) : null
  }
})

export const revisionDifferences = (spaceId: string, revisionId: string, pageId: string): DifferencesSource => ({
  key: ["revisions", spaceId, revisionId, "differences", pageId],
  readChanges: (signal) => api.changes.getPageChangesInRevision({ spaceId, revisionId, pageId }, { signal }),
  readDocument: async (signal) => {
    const at = { spaceId, revisionId, pageId, format: "document" as const }
    const page = await api.revisions.getPageInRevision(at, { signal })
    return page.type === "document" ? (page.document ?? null) : null
  }
})
