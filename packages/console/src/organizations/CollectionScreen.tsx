import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { FolderClosed, Plus } from "lucide-react"
import { useState } from "react"
import { useCursorList } from "../api/Lists.ts"
import { collectionQuery, collectionSpacesQuery, collectionsQuery } from "../api/Queries.ts"
import { HomeLink } from "../app/Failures.tsx"
import { useTitle } from "../app/Title.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { CursorItems } from "../ui/CursorItems.tsx"
import { EmptyState, ErrorView, Loading } from "../ui/States.tsx"
import { NewSpace } from "./NewSpace.tsx"
import { SpaceCards } from "./SpaceCards.tsx"

const route = getRouteApi("/c/$collection")

const Subcollections = ({
  collection,
  organization
}: {
  readonly collection: string
  readonly organization: string
}) => {
  const { items } = useCursorList(collectionsQuery(organization))
  const below = items.filter(({ parent }) => parent === collection)
  return below.length === 0 ? null : (
    <ul className="cards">
      {below.map(({ id, title }) => (
        <li key={id} className="card">
          <Link to="/c/$collection" params={{ collection: id }} className="card-link">
            <span className="card-icon" aria-hidden>
              <FolderClosed />
            </span>
            <span className="card-title" dir="auto">
              {title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The spaces of a collection. */
export const CollectionScreen = () => {
  const { collection } = route.useParams()
  const query = useQuery(collectionQuery(collection))
  const list = useCursorList(collectionSpacesQuery(collection))
  const [isOpen, setOpen] = useState(false)
  useTitle(query.data?.title)
  if (query.isError) {
    return (
      <ErrorView
        error={query.error}
        missing={messages.errors.missingCollection}
        onRetry={() => void query.refetch()}
        actions={<HomeLink />}
      />
    )
  }
  const { data } = query
  return (
    <main className="screen" id="content">
      {data === undefined ? (
        <Loading lines={6} />
      ) : (
        <>
          <header className="screen-header">
            <div>
              <h1 dir="auto">{data.title}</h1>
              {data.description === undefined ? null : (
                <p className="screen-description" dir="auto">
                  {data.description}
                </p>
              )}
            </div>
            {data.permissions.create ? (
              <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
                {messages.frame.newSpace}
              </Button>
            ) : null}
          </header>
          <Subcollections collection={collection} organization={data.organization} />
          <CursorItems
            list={list}
            empty={
              <EmptyState icon={<FolderClosed />} title={messages.collection.empty}>
                {messages.collection.emptyText}
              </EmptyState>
            }
          >
            {(spaces) => <SpaceCards spaces={spaces} />}
          </CursorItems>
          <NewSpace
            key={collection}
            organization={data.organization}
            collection={collection}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </>
      )}
    </main>
  )
}
