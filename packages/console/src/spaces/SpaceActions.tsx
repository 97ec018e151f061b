import type { Space } from "@quire/client"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Copy, Ellipsis, Pencil, Trash2 } from "lucide-react"
import { useState } from "react"
import { api } from "../api/Client.ts"
import { messages } from "../messages/Messages.ts"
import { ChoiceField, TextField } from "../ui/Field.tsx"
import { ActionMenu } from "../ui/Menu.tsx"
import { Confirmation, FormModal } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"

const texts = messages.space

interface SpaceDialogProps {
  readonly space: Space
  readonly isOpen: boolean
  readonly onClose: () => void
}

const EditSpace = ({ isOpen, onClose, space }: SpaceDialogProps) => {
  const queries = useQueryClient()
  const [title, setTitle] = useState(space.title)
  const [emoji, setEmoji] = useState(space.emoji)
  const [editMode, setEditMode] = useState(space.editMode)
  const save = async () => {
    const body = { title: title.trim(), emoji: emoji.trim() === "" ? null : emoji.trim(), editMode }
    await api.spaces.update({ spaceId: space.id, body })
    await queries.invalidateQueries({ queryKey: ["spaces", space.id] })
    await queries.invalidateQueries({ queryKey: ["organizations", space.organization] })
  }
  return (
    <FormModal
      title={texts.renameTitle}
      isOpen={isOpen}
      onClose={onClose}
      submit={messages.save}
      isDisabled={title.trim() === ""}
      onSubmit={save}
    >
      <TextField
        label={texts.title}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        maxLength={100}
        required
      />
      <TextField
        label={texts.emoji}
        hint={texts.emojiHint}
        value={emoji}
        onChange={(event) => setEmoji(event.target.value)}
        maxLength={20}
      />
      <ChoiceField
        label={texts.editing}
        value={editMode}
        onChange={(event) => setEditMode(event.target.value === "locked" ? "locked" : "live")}
        choices={[
          { value: "live", label: texts.live },
          { value: "locked", label: texts.locked }
        ]}
      />
    </FormModal>
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
  if (!space.permissions.admin) return null
  return (
    <>
      <ActionMenu
        label={texts.more}
        actions={[
          { label: texts.rename, icon: <Pencil aria-hidden />, run: () => setDialog("edit") },
          { label: texts.duplicate, icon: <Copy aria-hidden />, run: () => void duplicate() },
          { label: texts.delete, icon: <Trash2 aria-hidden />, isDangerous: true, run: () => setDialog("delete") }
        ]}
      >
        <Ellipsis aria-hidden />
      </ActionMenu>
      {dialog === "edit" ? <EditSpace space={space} isOpen onClose={close} /> : null}
      {dialog === "delete" ? <DeleteSpace space={space} isOpen onClose={close} /> : null}
    </>
  )
}
