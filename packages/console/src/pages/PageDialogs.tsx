import type { Page } from "@quire/client"
import { useState } from "react"
import type { ContentVersion } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { useContentEditing } from "../spaces/ContentEditing.ts"
import { ChoiceField } from "../ui/Field.tsx"
import { Confirmation, FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"
import { childrenOf, countBelow, entriesOf, findEntry, mayBeBelow } from "./PageMoves.ts"

const texts = messages.page

interface PageDialogProps {
  readonly version: ContentVersion
  /** The pages of the version. */
  readonly pages: ReadonlyArray<Page>
  readonly page: Page
  readonly onClose: () => void
}

export const RenamePage = ({ onClose, page, version }: PageDialogProps) => {
  const { save } = useContentEditing(version)
  return (
    <TitleModal
      title={texts.renameTitle}
      label={texts.title}
      initialTitle={page.title}
      isOpen
      onClose={onClose}
      submit={messages.save}
      onSubmit={(title) => save([{ operation: "update_page", page: page.id, title }])}
    />
  )
}

const top = ""

/** A dialog that moves a page to any place: the alternative to dragging. */
export const MovePage = ({ onClose, page, pages, version }: PageDialogProps) => {
  const { save } = useContentEditing(version)
  const notices = useNotices()
  const entry = findEntry(pages, page.id)
  const [parent, setParent] = useState(entry?.parent?.id ?? top)
  const [at, setAt] = useState(entry === undefined ? 0 : entry.siblings.indexOf(page))
  const target = parent === top ? undefined : findEntry(pages, parent)?.page
  const siblings = (target === undefined ? pages : childrenOf(target)).filter(({ id }) => id !== page.id)
  const parents = entriesOf(pages).filter((other) => mayBeBelow(pages, page.id, other.page.id))
  const choose = (id: string) => {
    const chosen = id === top ? pages : childrenOf(findEntry(pages, id)?.page ?? page)
    setParent(id)
    setAt(chosen.filter((other) => other.id !== page.id).length)
  }
  const move = async () => {
    await save([{ operation: "update_page", page: page.id, into: parent === top ? null : parent, at }])
    const place = target === undefined ? texts.placeTop : texts.placeBelow(target.title)
    notices.show({ text: texts.moved(page.title, place) })
  }
  return (
    <FormModal title={texts.moveTitle(page.title)} isOpen onClose={onClose} submit={texts.moveConfirm} onSubmit={move}>
      <ChoiceField
        label={texts.moveInto}
        value={parent}
        onChange={(event) => choose(event.target.value)}
        choices={[
          { value: top, label: texts.moveTop },
          ...parents.map(({ ancestors, page: { id, title } }) => ({
            value: id,
            label: `${"\u2003".repeat(ancestors.length)}${title}`
          }))
        ]}
      />
      <ChoiceField
        label={texts.movePosition}
        value={String(at)}
        onChange={(event) => setAt(Number(event.target.value))}
        choices={[
          { value: "0", label: texts.moveFirst },
          ...siblings.map(({ title }, index) => ({ value: String(index + 1), label: texts.moveAfter(title) }))
        ]}
      />
    </FormModal>
  )
}

export const DeletePage = ({
  onClose,
  onDeleted,
  page,
  version
}: PageDialogProps & { readonly onDeleted: () => Promise<void> }) => {
  const { save } = useContentEditing(version)
  const notices = useNotices()
  const remove = async () => {
    const outcome = await save([{ operation: "delete_page", page: page.id }])
    if (outcome.changeRequest !== undefined) return
    notices.show({ text: texts.deleted(page.title) })
    await onDeleted()
  }
  return (
    <Confirmation
      title={texts.deleteTitle(page.title)}
      description={texts.deleteText(countBelow(page))}
      confirm={texts.deleteConfirm}
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={remove}
    />
  )
}
