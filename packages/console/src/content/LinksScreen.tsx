import type { ContentLink } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { CircleCheck, Link2, Link2Off, SquareTerminal } from "lucide-react"
import { useState } from "react"
import { type LinkListStatus, linkStatsQuery, linksQuery } from "../api/ContentQueries.ts"
import { useCursorList } from "../api/Lists.ts"
import { spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { contentMessages } from "../messages/ContentMessages.ts"
import { CursorItems } from "../ui/CursorItems.tsx"
import { FilterChoice } from "../ui/FilterChoice.tsx"
import { EmptyState } from "../ui/States.tsx"
import { LocationLink } from "./LocationLink.tsx"

const texts = contentMessages.links

const statuses: ReadonlyArray<LinkListStatus> = ["broken", "ok", "in-app"]

const icons = {
  broken: <Link2Off aria-hidden />,
  ok: <CircleCheck aria-hidden />,
  "in-app": <SquareTerminal aria-hidden />
} as const

const badges = { broken: "badge badge-deleted", ok: "badge badge-open", "in-app": "badge" } as const

const LinkRow = ({ link, space }: { readonly link: ContentLink; readonly space: string }) => (
  <li className="row">
    <span className="row-main">
      {link.targetReference === undefined ? (
        <span className="muted">{texts.noTarget}</span>
      ) : (
        <LocationLink location={link.targetReference} space={space} />
      )}
      <span className="row-facts">
        {link.locationReferences.map((location, index) => (
          <span key={index}>
            {texts.on} <LocationLink location={location} space={space} />
          </span>
        ))}
      </span>
    </span>
    <span className={badges[link.status]}>
      {icons[link.status]}
      {texts.status[link.status]}
    </span>
  </li>
)

const route = getRouteApi("/s/$space/links")

/** The links on the pages of a space by their status. */
export const LinksScreen = () => {
  const { space: id } = route.useParams()
  const [status, setStatus] = useState<LinkListStatus>("broken")
  const space = useQuery(spaceQuery(id))
  const stats = useQuery(linkStatsQuery(id))
  const list = useCursorList(linksQuery(id, status))
  useTitle(texts.title, space.data?.title)
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <div>
          <h1>{texts.title}</h1>
          <p className="screen-description">
            {stats.data === undefined ? texts.text : texts.total(stats.data.total, stats.data.broken.total)}
          </p>
        </div>
      </header>
      <FilterChoice
        label={texts.filters}
        filters={statuses}
        labels={texts.filter}
        value={status}
        onChange={setStatus}
      />
      <CursorItems
        list={list}
        empty={
          <EmptyState icon={<Link2 />} title={texts.empty[status]}>
            {texts.text}
          </EmptyState>
        }
      >
        {(links) => (
          <ul className="rows">
            {links.map((link, index) => (
              <LinkRow key={index} link={link} space={id} />
            ))}
          </ul>
        )}
      </CursorItems>
    </main>
  )
}
