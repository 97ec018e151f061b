import type { RevisionSummary } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { GitMerge, History, Pencil, RefreshCw, Undo2, WandSparkles } from "lucide-react"
import { useCursorList } from "../api/Lists.ts"
import { revisionsQuery, spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { CursorItems } from "../ui/CursorItems.tsx"
import { PersonName } from "../ui/Person.tsx"
import { EmptyState } from "../ui/States.tsx"
import { TimeText } from "../ui/TimeText.tsx"

const texts = reviewMessages.history
const route = getRouteApi("/s/$space/history")

const icons = {
  edits: <Pencil />,
  merge: <GitMerge />,
  rollback: <Undo2 />,
  update: <RefreshCw />,
  computed: <WandSparkles />
} as const

interface RevisionRowProps {
  readonly space: string
  readonly revision: RevisionSummary
  readonly isCurrent: boolean
}

const RevisionRow = ({ isCurrent, revision, space }: RevisionRowProps) => (
  <li className="row">
    <span className="row-icon" aria-hidden>
      {icons[revision.type]}
    </span>
    <span className="row-main">
      <Link to="/s/$space/r/$revision" params={{ space, revision: revision.id }} className="row-title">
        {revision.parents.length === 0 ? texts.first : texts.kinds[revision.type]}
      </Link>
      <span className="row-facts">
        {revision.createdBy === undefined ? (
          <span>
            {texts.by} {texts.system}
          </span>
        ) : (
          <PersonName user={revision.createdBy} />
        )}
        <TimeText time={revision.createdAt} />
      </span>
    </span>
    {isCurrent ? <span className="badge badge-open">{texts.current}</span> : null}
  </li>
)

/** The revisions of a space, newest first. */
export const HistoryScreen = () => {
  const { space: id } = route.useParams()
  const space = useQuery(spaceQuery(id))
  const list = useCursorList(revisionsQuery(id))
  useTitle(texts.title, space.data?.title)
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <h1>{texts.title}</h1>
      </header>
      <CursorItems
        list={list}
        empty={
          <EmptyState icon={<History />} title={texts.empty}>
            {texts.emptyText}
          </EmptyState>
        }
      >
        {(revisions) => (
          <ol className="rows" aria-label={texts.list}>
            {revisions.map((revision) => (
              <RevisionRow
                key={revision.id}
                space={id}
                revision={revision}
                isCurrent={revision.id === space.data?.revision}
              />
            ))}
          </ol>
        )}
      </CursorItems>
    </main>
  )
}
