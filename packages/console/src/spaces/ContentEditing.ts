import type { ContentChange, Page } from "@quire/client"
import { isQuireError } from "@quire/client"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type ContentVersion, contentQuery, type EditOutcome, editContent } from "../api/Queries.ts"
import { UserError } from "../app/UserError.ts"
import { messages } from "../messages/Messages.ts"
import { useNotices } from "../ui/Notices.tsx"

/** Changes pages of a version, and opens what the change leads to. */
export interface ContentEditing {
  /** Saves changes that are based on the tree that is shown. Rejects if they cannot be saved. */
  readonly save: (changes: ReadonlyArray<ContentChange>) => Promise<EditOutcome>
  readonly openPage: (page: Page, outcome: EditOutcome) => Promise<void>
}

/**
 * Saves changes of pages. A tree that changed in the meantime is read again, and nothing is saved. In a space whose
 * pages are locked, the changes go to a change request, which opens.
 */
export const useContentEditing = (version: ContentVersion): ContentEditing => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  const refresh = () => queries.invalidateQueries({ queryKey: ["spaces", version.space] })
  const save = async (changes: ReadonlyArray<ContentChange>) => {
    const ifRevision = queries.getQueryData(contentQuery(version).queryKey)?.id
    try {
      const outcome = await editContent(version, { changes, ...(ifRevision === undefined ? {} : { ifRevision }) })
      await refresh()
      if (outcome.changeRequest !== undefined) {
        const number = String(outcome.changeRequest.number)
        notices.show({ text: messages.page.inChangeRequest(outcome.changeRequest.number) })
        await navigate({ to: "/s/$space/cr/$number/p", params: { space: version.space, number } })
      }
      return outcome
    } catch (error) {
      if (!isQuireError(error, "conflict")) throw error
      await refresh()
      throw new UserError(messages.errors.changedMeanwhile, { cause: error })
    }
  }
  const openPage = async ({ id }: Page, { changeRequest }: EditOutcome) => {
    const { space } = version
    const number = changeRequest === undefined ? version.changeRequest : String(changeRequest.number)
    if (number === undefined) await navigate({ to: "/s/$space/p/$page", params: { space, page: id } })
    else await navigate({ to: "/s/$space/cr/$number/p/$page", params: { space, number, page: id } })
  }
  return { save, openPage }
}
