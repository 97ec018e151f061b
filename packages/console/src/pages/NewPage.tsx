import type { ContentVersion } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { useContentEditing } from "../spaces/ContentEditing.ts"
import { TitleModal } from "../ui/TitleModal.tsx"

const texts = messages.page

interface NewPageProps {
  readonly version: ContentVersion
  /** The page below which it is created; null for the top level. */
  readonly parent: string | null
  readonly isGroup?: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A dialog that creates a page or a group, and opens the page. */
export const NewPage = ({ isGroup = false, isOpen, onClose, parent, version }: NewPageProps) => {
  const { openPage, save } = useContentEditing(version)
  const create = async (title: string) => {
    const type = isGroup ? ("group" as const) : ("document" as const)
    const outcome = await save([{ operation: "insert_page", type, title, into: parent }])
    const [page] = outcome.created
    if (page !== undefined && !isGroup) await openPage(page, outcome)
  }
  return (
    <TitleModal
      title={isGroup ? texts.newGroupTitle : texts.newTitle}
      label={texts.title}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.create}
      onSubmit={create}
    />
  )
}
