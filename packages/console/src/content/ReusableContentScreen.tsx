import type { Document, Space } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { Ellipsis, MapPin, Pencil, Trash2 } from "lucide-react"
import { useState } from "react"
import { reusableContentQuery } from "../api/ContentQueries.ts"
import { spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { contentMessages } from "../messages/ContentMessages.ts"
import { messages } from "../messages/Messages.ts"
import { isDocument } from "../pages/DocumentText.ts"
import { ReadPage } from "../pages/ReadPage.tsx"
import { useContentEditing } from "../spaces/ContentEditing.ts"
import { Button } from "../ui/Button.tsx"
import { ActionMenu } from "../ui/Menu.tsx"
import { Confirmation } from "../ui/Modal.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { ErrorView, Loading } from "../ui/States.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"
import { ReusableText } from "./ReusableText.tsx"
import { UsesDialog } from "./UsesDialog.tsx"

const texts = contentMessages.reusable
const route = getRouteApi("/s/$space/reusable/$reusable")

const emptyDocument: Document = { object: "document", data: { schemaVersion: 1 }, nodes: [] }

interface ReusableDialogProps {
  readonly space: string
  readonly reusable: string
  readonly title: string
  readonly onClose: () => void
}

const Rename = ({ onClose, reusable, space, title }: ReusableDialogProps) => {
  const { save } = useContentEditing({ space })
  return (
    <TitleModal
      title={texts.renameTitle}
      label={texts.label}
      initialTitle={title}
      isOpen
      onClose={onClose}
      submit={messages.save}
      onSubmit={(changed) =>
        save([{ operation: "update_reusable_content", reusableContent: reusable, title: changed }])
      }
    />
  )
}

const Delete = ({ onClose, reusable, space, title }: ReusableDialogProps) => {
  const { save } = useContentEditing({ space })
  const navigate = useNavigate()
  const notices = useNotices()
  return (
    <Confirmation
      title={texts.deleteTitle(title)}
      description={texts.deleteText}
      confirm={texts.deleteConfirm}
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await save([{ operation: "delete_reusable_content", reusableContent: reusable }])
        if (outcome.changeRequest !== undefined) return
        notices.show({ text: texts.deleted(title) })
        await navigate({ to: "/s/$space/reusable", params: { space } })
      }}
    />
  )
}

type ReusableAction = "rename" | "delete" | "uses"

interface ReusableHeaderProps {
  readonly space: Space
  readonly title: string
  readonly isEditing: boolean
  readonly onEdit: () => void
  readonly onChoose: (action: ReusableAction) => void
}

const ReusableHeader = ({ isEditing, onChoose, onEdit, space: { id, permissions }, title }: ReusableHeaderProps) => {
  const uses = { label: texts.uses, icon: <MapPin aria-hidden />, run: () => onChoose("uses") }
  const rename = { label: texts.rename, icon: <Pencil aria-hidden />, run: () => onChoose("rename") }
  const remove = {
    label: texts.delete,
    icon: <Trash2 aria-hidden />,
    isDangerous: true,
    run: () => onChoose("delete")
  }
  return (
    <header className="screen-header">
      <div>
        <p className="screen-kicker">
          <Link to="/s/$space/reusable" params={{ space: id }}>
            {texts.title}
          </Link>
        </p>
        <h1 dir="auto">{title}</h1>
      </div>
      <div className="screen-actions">
        {permissions.edit && !isEditing ? (
          <Button icon={<Pencil aria-hidden />} onClick={onEdit}>
            {texts.edit}
          </Button>
        ) : null}
        <ActionMenu label={texts.more} actions={permissions.edit ? [rename, uses, remove] : [uses]}>
          <Ellipsis aria-hidden />
        </ActionMenu>
      </div>
    </header>
  )
}

/** A reusable content with its text. */
export const ReusableContentScreen = () => {
  const { reusable, space: spaceId } = route.useParams()
  const space = useQuery(spaceQuery(spaceId))
  const query = useQuery(reusableContentQuery(spaceId, reusable))
  const { save } = useContentEditing({ space: spaceId })
  const notices = useNotices()
  const [isEditing, setEditing] = useState(false)
  const [dialog, setDialog] = useState<ReusableAction>()
  useTitle(query.data?.content.title, space.data?.title)
  if (query.isError) {
    return (
      <ErrorView
        error={query.error}
        missing={texts.missing}
        onRetry={() => void query.refetch()}
        actions={
          <Link to="/s/$space/reusable" params={{ space: spaceId }} className="button button-secondary">
            {texts.title}
          </Link>
        }
      />
    )
  }
  if (query.isPending || space.data === undefined) {
    return (
      <main className="screen page" id="content">
        <Loading lines={6} />
      </main>
    )
  }
  const { content, text } = query.data
  const title = content.title === "" ? messages.untitled : content.title
  const document = isDocument(text) ? text : emptyDocument
  const saveText = async (changed: Document) => {
    const outcome = await save([
      { operation: "update_reusable_content", reusableContent: reusable, document: { document: changed } }
    ])
    setEditing(false)
    if (outcome.changeRequest === undefined) notices.show({ text: texts.saved(title) })
  }
  const dialogProps = { space: spaceId, reusable, title, onClose: () => setDialog(undefined) }
  return (
    <main className="screen page" id="content">
      <ReusableHeader
        space={space.data}
        title={title}
        isEditing={isEditing}
        onEdit={() => setEditing(true)}
        onChoose={setDialog}
      />
      {isEditing ? (
        <ReusableText
          space={space.data}
          document={document}
          label={texts.textOf(title)}
          onSave={saveText}
          onCancel={() => setEditing(false)}
        />
      ) : document.nodes.length === 0 ? (
        <p className="muted">{texts.isEmpty}</p>
      ) : (
        <ReadPage document={document} label={texts.textOf(title)} version={{ space: spaceId }} />
      )}
      {dialog === "rename" ? <Rename {...dialogProps} /> : null}
      {dialog === "delete" ? <Delete {...dialogProps} /> : null}
      {dialog === "uses" ? (
        <UsesDialog
          used={{ space: spaceId, kind: "reusable-content", id: reusable }}
          title={title}
          onClose={dialogProps.onClose}
        />
      ) : null}
    </main>
  )
}
