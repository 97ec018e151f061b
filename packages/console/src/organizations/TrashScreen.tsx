import type { Space } from "@quire/client"
import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { BookText, Trash2, Undo2 } from "lucide-react"
import { api } from "../api/Client.ts"
import { useCursorList } from "../api/Lists.ts"
import { deletedSpacesQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { messages } from "../messages/Messages.ts"
import { useAction } from "../ui/Action.ts"
import { Button } from "../ui/Button.tsx"
import { CursorItems } from "../ui/CursorItems.tsx"
import { emojiOf } from "../ui/Emoji.ts"
import { useNotices } from "../ui/Notices.tsx"
import { EmptyState, ErrorText } from "../ui/States.tsx"
import { TimeText } from "../ui/TimeText.tsx"

const texts = messages.trash
const route = getRouteApi("/o/$organization/trash")

const DeletedSpace = ({ space }: { readonly space: Space }) => {
  const queries = useQueryClient()
  const notices = useNotices()
  const title = space.title === "" ? messages.untitled : space.title
  const restore = useAction(async () => {
    await api.spaces.restore({ spaceId: space.id })
    notices.show({
      text: texts.restored(title),
      action: (
        <Link to="/s/$space" params={{ space: space.id }} className="notice-link">
          {texts.open}
        </Link>
      )
    })
    await queries.invalidateQueries({ queryKey: ["organizations", space.organization] })
    await queries.invalidateQueries({ queryKey: ["spaces", space.id] })
  })
  return (
    <li className="row">
      <span className="row-icon" aria-hidden>
        {emojiOf(space.emoji) ?? <BookText />}
      </span>
      <span className="row-main">
        <span className="row-title" dir="auto">
          {title}
        </span>
        {space.deletedAt === undefined ? null : (
          <span className="row-facts">
            {texts.deleted} <TimeText time={space.deletedAt} />
          </span>
        )}
        {restore.error === undefined ? null : <ErrorText error={restore.error} />}
      </span>
      <Button
        icon={<Undo2 aria-hidden />}
        isBusy={restore.isBusy}
        onClick={() => void restore.run()}
        aria-label={texts.restoreNamed(title)}
      >
        {texts.restore}
      </Button>
    </li>
  )
}

/** The deleted spaces of an organization that the caller may restore. */
export const TrashScreen = () => {
  const { organization } = route.useParams()
  useTitle(texts.title)
  const list = useCursorList(deletedSpacesQuery(organization))
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <div>
          <h1>{texts.title}</h1>
          <p className="screen-description">{texts.text}</p>
        </div>
      </header>
      <CursorItems list={list} empty={<EmptyState icon={<Trash2 />} title={texts.empty} />}>
        {(spaces) => (
          <ul className="rows">
            {spaces.map((space) => (
              <DeletedSpace key={space.id} space={space} />
            ))}
          </ul>
        )}
      </CursorItems>
    </main>
  )
}
