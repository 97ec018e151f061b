import type { SemanticChange, SemanticChanges } from "@quire/client"
import { ChevronRight, Files, FileText, Paperclip, TextQuote } from "lucide-react"
import { useState } from "react"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import type { DifferencesSource } from "./DifferencesSource.ts"
import { PageDifferences } from "./PageDifferences.tsx"

const texts = reviewMessages.changes

/** How many pages show their differences at once; the others show them when they are opened. */
const initiallyOpen = 5

const titleOf = (change: SemanticChange): string => {
  if ("page" in change) return change.page.title === "" ? messages.untitled : change.page.title
  if ("file" in change) return change.file.name
  return "reusableContent" in change ? change.reusableContent.title : texts.customFields
}

const idOf = (change: SemanticChange): string => {
  if ("page" in change) return change.page.id
  if ("file" in change) return change.file.id
  return "reusableContent" in change ? change.reusableContent.id : change.type
}

const iconOf = (change: SemanticChange) => {
  if ("page" in change) return <FileText aria-hidden />
  if ("file" in change) return <Paperclip aria-hidden />
  return "reusableContent" in change ? <TextQuote aria-hidden /> : <Files aria-hidden />
}

interface ChangedPageProps {
  readonly change: SemanticChange
  readonly source: DifferencesSource | undefined
  readonly isInitiallyOpen: boolean
}

const ChangeItem = ({ change, isInitiallyOpen, source }: ChangedPageProps) => {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  const heading = (
    <>
      {iconOf(change)}
      <span className="change-title" dir="auto">
        {titleOf(change)}
      </span>
      <span className={`badge badge-${change.type.replace(/^.*_/, "")}`}>{texts.kinds[change.type]}</span>
    </>
  )
  return (
    <li className="change">
      {source === undefined ? (
        <div className="change-header">{heading}</div>
      ) : (
        <h3>
          <button type="button" className="change-header" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ChevronRight aria-hidden className={isOpen ? "is-open" : "is-closed"} />
            {heading}
          </button>
        </h3>
      )}
      {change.type === "page_moved" ? (
        <p className="change-move">
          {texts.movedFrom} <bdi>{change.parent.before?.title ?? texts.topLevel}</bdi> {texts.movedTo}{" "}
          <bdi>{change.parent.after?.title ?? texts.topLevel}</bdi>
        </p>
      ) : null}
      {source !== undefined && isOpen ? (
        <div className="change-body">
          <PageDifferences source={source} />
        </div>
      ) : null}
    </li>
  )
}

interface ChangeListProps {
  readonly changes: SemanticChanges
  readonly sourceOf: (page: string) => DifferencesSource
}

const hasDifferences = (change: SemanticChange): boolean =>
  (change.type === "page_created" || change.type === "page_edited" || change.type === "page_deleted") &&
  change.page.type === "document"

/** Everything that a revision or a change request changes, with the differences of its pages. */
export const ChangeList = ({ changes: { changes, more }, sourceOf }: ChangeListProps) => (
  <>
    <ul className="changes">
      {changes.map((change, index) => (
        <ChangeItem
          key={`${change.type} ${idOf(change)}`}
          change={change}
          source={hasDifferences(change) ? sourceOf(idOf(change)) : undefined}
          isInitiallyOpen={index < initiallyOpen}
        />
      ))}
    </ul>
    {more === 0 ? null : <p className="muted">{reviewMessages.changeRequest.furtherChanges(more)}</p>}
  </>
)
