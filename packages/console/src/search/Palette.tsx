import { Dialog } from "@base-ui/react/dialog"
import type { Organization } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { BookText, FileText, Search } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from "react"
import { pathOfAppUrl } from "../api/Addresses.ts"
import { useCursorList } from "../api/Lists.ts"
import { searchQuery, spacesQuery } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { emojiOf } from "../ui/Emoji.ts"
import { ErrorText } from "../ui/States.tsx"
import { type PaletteEntry, type PaletteGroup, usePaletteActions } from "./PaletteActions.tsx"

const texts = messages.search

const matches = (title: string, query: string): boolean => title.toLowerCase().includes(query.toLowerCase())

/** A text a moment after it was last changed, so that not every key is a request. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 150)
    return () => clearTimeout(timer)
  }, [text])
  return useDeferredValue(settled)
}

interface PaletteContent {
  readonly groups: ReadonlyArray<PaletteGroup>
  readonly error: unknown
  readonly suggestion: string | undefined
}

const usePaletteContent = (organization: Organization | undefined, query: string): PaletteContent => {
  const router = useRouter()
  const id = organization?.id ?? ""
  const words = useSettled(query.trim())
  const spaces = useCursorList({ ...spacesQuery(id), enabled: id !== "" })
  const search = useQuery({ ...searchQuery(id, words), placeholderData: (previous) => previous })
  const open = (path: string) => () => void router.navigate({ href: path })
  const results = words === "" ? [] : (search.data?.items ?? [])
  const pages: ReadonlyArray<PaletteEntry> = results.flatMap(({ pages, title: space }) =>
    pages.map(({ id, sections, title, urls }) => ({
      id: `page ${id}`,
      title: title === "" ? messages.untitled : title,
      icon: <FileText />,
      detail: sections[0]?.body ?? "",
      place: space,
      run: open(pathOfAppUrl(urls.app))
    }))
  )
  const inSpaces: ReadonlyArray<PaletteEntry> = spaces.items
    .filter(({ title }) => matches(title, query.trim()))
    .slice(0, query.trim() === "" ? 5 : 10)
    .map(({ emoji, id, title }) => ({
      id: `space ${id}`,
      title: title === "" ? messages.untitled : title,
      icon: emojiOf(emoji) ?? <BookText />,
      run: open(`/s/${id}`)
    }))
  const actions = usePaletteActions(organization).filter(({ title }) => matches(title, query.trim()))
  const groups = [
    { title: texts.pages, entries: pages },
    { title: texts.spaces, entries: inSpaces },
    { title: texts.actions, entries: actions }
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    error: search.error,
    suggestion: words === "" ? undefined : search.data?.suggestion
  }
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isActive: boolean
  readonly onChoose: () => void
  readonly onPoint: () => void
}

const Option = ({ entry, id, isActive, onChoose, onPoint }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    className={isActive ? "option is-active" : "option"}
    onClick={onChoose}
    onPointerMove={onPoint}
    ref={(element) => {
      if (isActive) element?.scrollIntoView({ block: "nearest" })
    }}
  >
    <span className="option-icon" aria-hidden>
      {entry.icon}
    </span>
    <span className="option-text">
      <span className="option-title" dir="auto">
        {entry.title}
      </span>
      {entry.detail === undefined || entry.detail === "" ? null : (
        <span className="option-detail" dir="auto">
          {entry.detail}
        </span>
      )}
    </span>
    {entry.place === undefined ? null : <bdi className="option-place">{entry.place}</bdi>}
  </div>
)

interface PaletteProps {
  readonly organization: Organization | undefined
  readonly onClose: () => void
}

/** A dialog that finds pages, spaces and actions by typing. */
export const Palette = ({ onClose, organization }: PaletteProps) => {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState("")
  const [position, setPosition] = useState(0)
  const { error, groups, suggestion } = usePaletteContent(organization, query)
  const entries = groups.flatMap((group) => group.entries)
  const active = entries[Math.min(position, entries.length - 1)]
  const choose = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === "Enter") choose(active)
    else if (step !== undefined && entries.length > 0)
      setPosition((Math.min(position, entries.length - 1) + step + entries.length) % entries.length)
    else return
    event.preventDefault()
  }
  const optionId = (entry: PaletteEntry) => `${listId}-${entry.id.replace(/\W/g, "-")}`
  const search = (text: string) => {
    setQuery(text)
    setPosition(0)
  }
  const status: ReactNode =
    entries.length > 0 ? texts.count(entries.length) : query.trim() === "" ? "" : texts.none(query.trim())
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" initialFocus={input} aria-label={texts.title}>
          <div className="palette-field">
            <Search aria-hidden />
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-expanded={entries.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-label={texts.title}
              aria-activedescendant={active === undefined ? undefined : optionId(active)}
              placeholder={texts.placeholder}
              autoComplete="off"
              spellCheck={false}
              dir="auto"
              value={query}
              onChange={(event) => search(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <kbd>Esc</kbd>
          </div>
          <div id={listId} role="listbox" aria-label={texts.results} className="palette-list" tabIndex={-1}>
            {groups.map((group) => (
              <div key={group.title} role="group" aria-label={group.title} className="palette-group">
                <div className="palette-heading" aria-hidden>
                  {group.title}
                </div>
                {group.entries.map((entry) => (
                  <Option
                    key={entry.id}
                    id={optionId(entry)}
                    entry={entry}
                    isActive={entry === active}
                    onChoose={() => choose(entry)}
                    onPoint={() => setPosition(entries.indexOf(entry))}
                  />
                ))}
              </div>
            ))}
          </div>
          {error === null ? null : <ErrorText error={error} />}
          {suggestion === undefined ? null : (
            <button type="button" className="palette-suggestion" onClick={() => search(suggestion)}>
              {texts.suggestion(suggestion)}
            </button>
          )}
          <p className={entries.length > 0 ? "visually-hidden" : "palette-status"} role="status">
            {status}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
