import { colorsOf, type Editor, focusNextConflict, type PageSession, type SavingState } from "@quire/editor"
import { CircleAlert, CircleCheck, CloudOff, LoaderCircle } from "lucide-react"
import { useSyncExternalStore } from "react"
import { signInAddress } from "../api/Addresses.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { Avatar } from "../ui/Person.tsx"

const texts = messages.editor

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

interface SavingBarProps {
  readonly editor: Editor
  readonly session: PageSession
  readonly onDone?: () => void
}

/** How far the text of an editor is saved, and what the person has to decide. */
export const SavingBar = ({ editor, onDone, session }: SavingBarProps) => {
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
        <div className="saving-conflicts">
          <p role="alert">{texts.conflicts(conflicts.length)}</p>
          <Button onClick={() => focusNextConflict(editor.view)}>{texts.nextConflict}</Button>
        </div>
      )}
    </aside>
  )
}
