import type { ChangeRequest } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { GitPullRequest, MessageSquare, Plus } from "lucide-react"
import { useState } from "react"
import { spaceOfAppUrl } from "../api/Addresses.ts"
import { useCursorList } from "../api/Lists.ts"
import { spaceQuery, spacesQuery, userQuery } from "../api/Queries.ts"
import { changeRequestsQuery, type ReviewFilter, reviewFilters } from "../api/ReviewQueries.ts"
import { useTitle } from "../app/Title.ts"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { Button } from "../ui/Button.tsx"
import { CursorItems } from "../ui/CursorItems.tsx"
import { FilterChoice } from "../ui/FilterChoice.tsx"
import { PersonName } from "../ui/Person.tsx"
import { EmptyState, Loading } from "../ui/States.tsx"
import { TimeText } from "../ui/TimeText.tsx"
import { NewChangeRequest } from "./NewChangeRequest.tsx"
import { StatusBadge, subjectOf } from "./StatusBadge.tsx"

const texts = reviewMessages.changeRequest

interface ChangeRequestRowProps {
  readonly request: ChangeRequest
  /** Titles of spaces by their identifiers, where requests of several spaces are listed. */
  readonly titles?: ReadonlyMap<string, string>
}

const ChangeRequestRow = ({ request, titles }: ChangeRequestRowProps) => {
  const space = spaceOfAppUrl(request.urls.app) ?? ""
  const title = titles?.get(space)
  return (
    <li className="row">
      <span className="row-main">
        <Link
          to="/s/$space/cr/$number"
          params={{ space, number: String(request.number) }}
          className="row-title"
          dir="auto"
        >
          {subjectOf(request)}
        </Link>
        <span className="row-facts">
          {title === undefined ? null : <bdi>{title}</bdi>}
          <span>#{request.number}</span>
          <PersonName user={request.createdBy} />
          <span>
            {texts.updated} <TimeText time={request.updatedAt} />
          </span>
        </span>
      </span>
      {request.comments === 0 ? null : (
        <span className="row-count" title={texts.comments(request.comments)}>
          <MessageSquare aria-hidden />
          <span aria-hidden>{request.comments}</span>
          <span className="visually-hidden">{texts.comments(request.comments)}</span>
        </span>
      )}
      <StatusBadge status={request.status} />
    </li>
  )
}

interface FiltersProps {
  readonly filter: ReviewFilter
  readonly onChange: (filter: ReviewFilter) => void
}

const Filters = ({ filter, onChange }: FiltersProps) => (
  <FilterChoice
    label={texts.filters}
    filters={reviewFilters}
    labels={texts.filter}
    value={filter}
    onChange={onChange}
  />
)

interface ChangeRequestsProps {
  readonly organization: string
  readonly space?: string
  readonly user: string
  readonly filter: ReviewFilter
  readonly titles?: ReadonlyMap<string, string>
}

const ChangeRequests = ({ titles, ...listing }: ChangeRequestsProps) => {
  const list = useCursorList(changeRequestsQuery(listing))
  return (
    <CursorItems
      list={list}
      empty={
        <EmptyState icon={<GitPullRequest />} title={texts.empty[listing.filter]}>
          {texts.emptyText}
        </EmptyState>
      }
    >
      {(requests) => (
        <ul className="rows">
          {requests.map((request) => (
            <ChangeRequestRow key={request.id} request={request} {...(titles === undefined ? {} : { titles })} />
          ))}
        </ul>
      )}
    </CursorItems>
  )
}

const spaceRoute = getRouteApi("/s/$space")

/** The change requests of a space. */
export const SpaceChangeRequests = () => {
  const { space: id } = spaceRoute.useParams()
  const space = useQuery(spaceQuery(id))
  const user = useQuery(userQuery)
  const [filter, setFilter] = useState<ReviewFilter>("open")
  const [isOpen, setOpen] = useState(false)
  useTitle(texts.title, space.data?.title)
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <h1>{texts.title}</h1>
        {space.data?.permissions.edit === true ? (
          <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
            {texts.new}
          </Button>
        ) : null}
      </header>
      <Filters filter={filter} onChange={setFilter} />
      {space.data === undefined || user.data === undefined ? (
        <Loading />
      ) : (
        <ChangeRequests organization={space.data.organization} space={id} user={user.data.id} filter={filter} />
      )}
      <NewChangeRequest space={id} isOpen={isOpen} onClose={() => setOpen(false)} />
    </main>
  )
}

const organizationRoute = getRouteApi("/o/$organization/change-requests")

/** The change requests of all spaces of an organization. */
export const OrganizationChangeRequests = () => {
  const { organization } = organizationRoute.useParams()
  const user = useQuery(userQuery)
  const spaces = useCursorList(spacesQuery(organization))
  const [filter, setFilter] = useState<ReviewFilter>("open")
  useTitle(texts.title)
  const titles = new Map(spaces.items.map(({ id, title }) => [id, title === "" ? messages.untitled : title]))
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <h1>{texts.title}</h1>
      </header>
      <Filters filter={filter} onChange={setFilter} />
      {user.data === undefined ? (
        <Loading />
      ) : (
        <ChangeRequests organization={organization} user={user.data.id} filter={filter} titles={titles} />
      )}
    </main>
  )
}
