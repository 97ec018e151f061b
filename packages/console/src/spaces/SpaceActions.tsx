import type { Space } from "@quire/client"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Copy, Ellipsis, FileDown, FileInput, FolderArchive, Pencil, Trash2 } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { TextField } from "../ui/Field.tsx"
import { ActionMenu } from "../ui/Menu.tsx"
import type { MenuAction } from "../ui/MenuTypes.ts"
import { Confirmation } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"
import { EditModeField } from "./EditModeField.tsx"
import { downloadArchive, downloadPdf } from "./SpaceExports.ts"

const texts = messages.space

interface SpaceDialogProps {
  readonly space: Space
  readonly isOpen: boolean
  readonly onClose: () => void
}

const EditSpace = ({ isOpen, onClose, space }: SpaceDialogProps) => {
  const queries = useQueryClient()
  const [emoji, setEmoji] = useState(space.emoji)
  const [editMode, setEditMode] = useState(space.editMode)
  const save = async (title: string) => {
    const body = { title, emoji: emoji.trim() === "" ? null : emoji.trim(), editMode }
    await api.spaces.update({ spaceId: space.id, body })
    await queries.invalidateQueries({ queryKey: ["spaces", space.id] })
    await queries.invalidateQueries({ queryKey: ["organizations", space.organization] })
  }
  return (
    <TitleModal
      title={texts.renameTitle}
      label={texts.title}
      initialTitle={space.title}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.save}
      onSubmit={save}
    >
      <TextField
        label={texts.emoji}
        hint={texts.emojiHint}
        value={emoji}
        onChange={(event) => setEmoji(event.target.value)}
        maxLength={20}
      />
      <EditModeField value={editMode} onChoose={setEditMode} />
    </TitleModal>
  )
}

const DeleteSpace = ({ isOpen, onClose, space }: SpaceDialogProps) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  const remove = async () => {
    await api.spaces.delete({ spaceId: space.id })
    await navigate({ to: "/o/$organization", params: { organization: space.organization } })
    await queries.invalidateQueries({ queryKey: ["organizations", space.organization] })
    queries.removeQueries({ queryKey: ["spaces", space.id] })
    notices.show({ text: texts.deleted(space.title) })
  }
  return (
    <Confirmation
      title={texts.deleteTitle(space.title)}
      description={texts.deleteText}
      confirm={texts.deleteConfirm}
      isDangerous
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={remove}
    />
  )
}

/** The menu of a space. */
export const SpaceActions = ({ space }: { readonly space: Space }) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notices = useNotices()
  const [dialog, setDialog] = useState<"edit" | "delete">()
  const close = () => setDialog(undefined)
  const duplicate = async () => {
    try {
      const copy = await api.spaces.duplicate({ spaceId: space.id })
      await queries.invalidateQueries({ queryKey: ["organizations", space.organization] })
      notices.show({ text: texts.duplicated(space.title) })
      await navigate({ to: "/s/$space", params: { space: copy.id } })
    } catch (error) {
      notices.showError(error)
    }
  }
  const print = async () => {
    notices.show({ text: texts.printing })
    try {
      await downloadPdf(space)
    } catch (error) {
      notices.showError(error)
    }
  }
  const { admin, edit } = space.permissions
  const actions: ReadonlyArray<MenuAction> = [
    ...(admin ? [{ label: texts.rename, icon: <Pencil aria-hidden />, run: () => setDialog("edit") }] : []),
    ...(edit
      ? [
          {
            label: texts.import,
            icon: <FileInput aria-hidden />,
            run: () => void navigate({ to: "/s/$space/import", params: { space: space.id } })
          }
        ]
      : []),
    { label: texts.exportZip, icon: <FolderArchive aria-hidden />, run: () => downloadArchive(space) },
    { label: texts.exportPdf, icon: <FileDown aria-hidden />, run: () => void print() },
    ...(admin
      ? [
          { label: texts.duplicate, icon: <Copy aria-hidden />, run: () => void duplicate() },
          {
            label: texts.delete,
            icon: <Trash2 aria-hidden />,
            isDangerous: true,
            run: () => setDialog("delete")
          }
        ]
      : [])
  ]
  return (
    <>
      <ActionMenu label={texts.more} actions={actions}>
        <Ellipsis aria-hidden />
      </ActionMenu>
      {dialog === "edit" ? <EditSpace space={space} isOpen onClose={close} /> : null}
      {dialog === "delete" ? <DeleteSpace space={space} isOpen onClose={close} /> : null}
    </>
  )
}
