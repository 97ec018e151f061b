import { colorsOf, type PageSession, type SavingConflict, type SavingState } from "@quire/editor"
import { CircleAlert, CircleCheck, CloudOff, LoaderCircle } from "lucide-react"
import { useState, useSyncExternalStore } from "react"
import { signInAddress } from "../api/Addresses.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { Avatar } from "../ui/Person.tsx"
import { textOf } from "./DocumentText.ts"

const texts = messages.editor

const SideText = ({ label, value }: { readonly label: string; readonly value: unknown }) => {
  const text = textOf(value)
  return (
    <div className="conflict-side">
      <p className="conflict-label">{label}</p>
      <p dir="auto">{text.trim() === "" ? <span className="muted">{texts.nothing}</span> : text}</p>
    </div>
  )
}

const ConflictBox = ({ conflict, session }: { readonly conflict: SavingConflict; readonly session: PageSession }) => {
  const [isStuck, setStuck] = useState(false)
  const settle = (side: "mine" | "theirs") => () => setStuck(!session.resolve(conflict.id, side))
  return (
    <li className="conflict">
      <div className="conflict-sides">
        <SideText label={texts.mine} value={conflict.mine} />
        <SideText label={texts.theirs} value={conflict.theirs} />
      </div>
      {isStuck ? <p role="alert">{texts.noPlace}</p> : null}
      <div className="screen-actions">
        <Button onClick={settle("mine")}>{texts.keepMine}</Button>
        <Button onClick={settle("theirs")}>{texts.keepTheirs}</Button>
      </div>
    </li>
  )
}

const StatusLine = ({ state: { localCopy, status } }: { readonly state: SavingState }) => {
  switch (status.name) {
    case "saved":
    case "conflict":
      return (
        <>
          <CircleCheck aria-hidden />
          {texts.saved}
        </>
      )
    case "saving":
      return (
        <>
          <LoaderCircle aria-hidden />
          {texts.saving}
        </>
      )
    case "unsaved":
      return (
        <>
          {status.isOffline ? <CloudOff aria-hidden /> : <LoaderCircle aria-hidden />}
          {!status.isOffline ? texts.unsaved : localCopy === "stored" ? texts.offline : texts.notKept}
        </>
      )
    case "signed-out":
      return (
        <>
          <CircleAlert aria-hidden />
          {localCopy === "stored" ? texts.signedOut : texts.notKept}
        </>
      )
    case "refused":
      return (
        <>
          <CircleAlert aria-hidden />
          {status.isFinal ? texts.noAccess : texts.refused}
        </>
      )
  }
}

/** How many people the bar has space for on a phone. */
const visiblePeople = 4

/** The other people on the page, in the colors of their cursors. */
const PeopleOnPage = ({ session }: { readonly session: PageSession }) => {
  const people = useSyncExternalStore(session.people.subscribe, session.people.get)
  const users = [...new Map(people.map(({ user }) => [user.id, user])).values()]
  const colors = colorsOf(people)
  if (users.length === 0) return null
  return (
    <ul className="people" aria-label={texts.people}>
      {users.slice(0, visiblePeople).map((user) => (
        <li key={user.id} title={user.displayName} data-quire-person={colors.get(user.id)}>
          <Avatar user={user} />
          <span className="visually-hidden">{user.displayName}</span>
        </li>
      ))}
      {users.length > visiblePeople ? <li>{texts.morePeople(users.length - visiblePeople)}</li> : null}
    </ul>
  )
}

/** How far the text of an editor is saved, and what the person has to decide. */
export const SavingBar = ({ onDone, session }: { readonly session: PageSession; readonly onDone?: () => void }) => {
  const state = useSyncExternalStore(session.state.subscribe, session.state.get)
  const { conflicts, status } = state
  return (
    <aside className="saving">
      <div className="saving-line">
        <p className="saving-status" role="status" data-status={status.name}>
          <StatusLine state={state} />
        </p>
        <PeopleOnPage session={session} />
        {onDone === undefined ? null : <Button onClick={onDone}>{texts.done}</Button>}
      </div>
      {status.name === "signed-out" ? (
        <div className="screen-actions">
          <a className="button button-primary" href={signInAddress()} target="_blank" rel="noreferrer">
            {texts.signIn}
          </a>
          <Button onClick={() => session.resume()}>{texts.resume}</Button>
        </div>
      ) : null}
      {status.name === "refused" && status.fields.length > 0 ? (
        <ul>
          {status.fields.map(({ path, rule }) => (
            <li key={`${path} ${rule}`}>{texts.field(path, rule)}</li>
          ))}
        </ul>
      ) : null}
      {conflicts.length === 0 ? null : (
        <>
          <p role="alert">{texts.conflicts(conflicts.length)}</p>
          <ul className="conflicts">
            {conflicts.map((conflict) => (
              <ConflictBox key={conflict.id} conflict={conflict} session={session} />
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
