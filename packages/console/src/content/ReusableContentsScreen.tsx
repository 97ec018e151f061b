import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { Blocks, Plus } from "lucide-react"
import { useState } from "react"
import { contentQuery, spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { contentMessages } from "../messages/ContentMessages.ts"
import { messages } from "../messages/Messages.ts"
import { useContentEditing } from "../spaces/ContentEditing.ts"
import { Button } from "../ui/Button.tsx"
import { useNotices } from "../ui/Notices.tsx"
import { EmptyState, ErrorText, Loading } from "../ui/States.tsx"
import { TitleModal } from "../ui/TitleModal.tsx"

const texts = contentMessages.reusable
const route = getRouteApi("/s/$space/reusable")

/** The reusable contents of a space. */
export const ReusableContentsScreen = () => {
  const { space: id } = route.useParams()
  const space = useQuery(spaceQuery(id))
  const content = useQuery(contentQuery({ space: id }))
  const { save } = useContentEditing({ space: id })
  const navigate = useNavigate()
  const notices = useNotices()
  const [isOpen, setOpen] = useState(false)
  useTitle(texts.title, space.data?.title)
  const items = content.data?.reusableContents ?? []
  const mayCreate = space.data?.permissions.edit === true
  const button = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
      {texts.new}
    </Button>
  )
  const create = async (title: string) => {
    const outcome = await save([{ operation: "insert_reusable_content", title }])
    const [reusable] = outcome.reusableContents
    if (outcome.changeRequest !== undefined || reusable === undefined) return
    notices.show({ text: texts.created(title) })
    await navigate({ to: "/s/$space/reusable/$reusable", params: { space: id, reusable } })
  }
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <div>
          <h1>{texts.title}</h1>
          <p className="screen-description">{texts.text}</p>
        </div>
        {mayCreate && items.length > 0 ? button : null}
      </header>
      {content.isPending ? <Loading /> : null}
      {content.isError ? <ErrorText error={content.error} /> : null}
      {content.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Blocks />} title={texts.empty} actions={mayCreate ? button : undefined}>
          {mayCreate ? texts.emptyText : texts.emptyReadOnlyText}
        </EmptyState>
      ) : null}
      {items.length === 0 ? null : (
        <ul className="rows">
          {items.map((item) => (
            <li key={item.id} className="row">
              <span className="row-icon" aria-hidden>
                <Blocks />
              </span>
              <span className="row-main">
                <Link
                  to="/s/$space/reusable/$reusable"
                  params={{ space: id, reusable: item.id }}
                  className="row-title"
                  dir="auto"
                >
                  {item.title === "" ? messages.untitled : item.title}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
      <TitleModal
        title={texts.new}
        label={texts.label}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        submit={messages.create}
        onSubmit={create}
      />
    </main>
  )
}
