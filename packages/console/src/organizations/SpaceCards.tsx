import type { Space } from "@quire/client"
import { Link } from "@tanstack/react-router"
import { BookText, GitPullRequest, Lock } from "lucide-react"
import { messages } from "../messages/Messages.ts"
import { emojiOf } from "../ui/Emoji.ts"
import { TimeText } from "../ui/TimeText.tsx"

const texts = messages.home

/** Spaces as cards that lead to them. */
export const SpaceCards = ({ spaces }: { readonly spaces: ReadonlyArray<Space> }) => (
  <ul className="cards">
    {spaces.map((space) => (
      <li key={space.id} className="card">
        <Link to="/s/$space" params={{ space: space.id }} className="card-link">
          <span className="card-icon" aria-hidden>
            {emojiOf(space.emoji) ?? <BookText />}
          </span>
          <span className="card-title" dir="auto">
            {space.title === "" ? messages.untitled : space.title}
          </span>
        </Link>
        <p className="card-facts">
          {space.editMode === "locked" ? (
            <span title={texts.locked}>
              <Lock aria-hidden />
              <span className="visually-hidden">{texts.locked}</span>
            </span>
          ) : null}
          {space.changeRequestsOpen === 0 ? null : (
            <span title={texts.open(space.changeRequestsOpen)}>
              <GitPullRequest aria-hidden />
              <span aria-hidden>{space.changeRequestsOpen}</span>
              <span className="visually-hidden">{texts.open(space.changeRequestsOpen)}</span>
            </span>
          )}
          <span>
            {texts.updated} <TimeText time={space.updatedAt} />
          </span>
        </p>
      </li>
    ))}
  </ul>
)
