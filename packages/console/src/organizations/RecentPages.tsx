import type { Page, Space } from "@quire/client"
import { useQueries } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { FileText } from "lucide-react"
import { contentQuery } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { entriesOf } from "../pages/PageMoves.ts"
import { emojiOf } from "../ui/Emoji.ts"
import { TimeText } from "../ui/TimeText.tsx"

const spacesRead = 3
const pagesShown = 5

const latest = <Item extends { readonly updatedAt: string }>(items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  [...items].sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))

interface RecentPage {
  readonly page: Page
  readonly space: Space
  readonly updatedAt: string
}

/** The pages that were last changed, of the spaces that were last changed. */
export const RecentPages = ({ spaces }: { readonly spaces: ReadonlyArray<Space> }) => {
  const recent = latest(spaces).slice(0, spacesRead)
  const contents = useQueries({ queries: recent.map(({ id }) => contentQuery({ space: id })) })
  const pages = recent.flatMap(
    (space, index): ReadonlyArray<RecentPage> =>
      entriesOf(contents[index]?.data?.pages ?? [])
        .filter(({ page }) => page.type === "document")
        .map(({ page }) => ({ page, space, updatedAt: page.updatedAt }))
  )
  if (pages.length === 0) return null
  return (
    <section aria-labelledby="recent-title" className="recent">
      <h2 id="recent-title">{messages.home.recent}</h2>
      <ul className="rows">
        {latest(pages)
          .slice(0, pagesShown)
          .map(({ page, space, updatedAt }) => (
            <li key={page.id} className="row">
              <span className="row-icon" aria-hidden>
                {emojiOf(page.emoji) ?? <FileText />}
              </span>
              <span className="row-main">
                <Link
                  to="/s/$space/p/$page"
                  params={{ space: space.id, page: page.id }}
                  className="row-title"
                  dir="auto"
                >
                  {page.title === "" ? messages.untitled : page.title}
                </Link>
                <span className="row-facts">
                  <bdi>{space.title === "" ? messages.untitled : space.title}</bdi>
                  <span>
                    {messages.home.updated} <TimeText time={updatedAt} />
                  </span>
                </span>
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
