import type { Page, Space } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useLocation, useParams } from "@tanstack/react-router"
import { Ellipsis, ExternalLink, EyeOff, Pencil } from "lucide-react"
import { Fragment, lazy, Suspense, useCallback, useState } from "react"
import { type ContentVersion, contentQuery, pageQuery, spaceQuery } from "../api/Queries.ts"
import { useTitle } from "../app/Title.ts"
import { messages } from "../messages/Messages.ts"
import { useContentVersion } from "../spaces/ContentRoute.ts"
import { Button } from "../ui/Button.tsx"
import { emojiOf } from "../ui/Emoji.ts"
import { ActionMenu } from "../ui/Menu.tsx"
import { ErrorView, Loading } from "../ui/States.tsx"
import { TimeText } from "../ui/TimeText.tsx"
import { isDocument } from "./DocumentText.ts"
import { usePageActions } from "./PageActions.tsx"
import { findEntry } from "./PageMoves.ts"

const ReadPage = lazy(async () => ({ default: (await import("./ReadPage.tsx")).ReadPage }))
const EditPage = lazy(async () => ({ default: (await import("./EditPage.tsx")).EditPage }))
const EditInChangeRequest = lazy(async () => ({
  default: (await import("../change-requests/EditInChangeRequest.tsx")).EditInChangeRequest
}))

const texts = messages.page

/** The anchor of a heading without one in its data: its words, joined by hyphens. */
const anchorOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")

/** Scrolls to the heading of an anchor. */
const reveal = (element: HTMLElement, anchor: string): void => {
  if (anchor === "") return
  const headings = Array.from(element.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6"))
  const heading = headings.find(
    (each) => anchorOf(each.textContent) === anchor || each.dataset["quireAttrs"]?.includes(`"anchor":"${anchor}"`)
  )
  heading?.scrollIntoView({ block: "start" })
}

const Breadcrumbs = ({ page, version }: { readonly page: string; readonly version: ContentVersion }) => {
  const content = useQuery(contentQuery(version))
  const ancestors = findEntry(content.data?.pages ?? [], page)?.ancestors ?? []
  if (ancestors.length === 0) return null
  return (
    <nav aria-label={texts.breadcrumbs} className="breadcrumbs">
      <ol>
        {ancestors.map(({ id, title, type }) => (
          <li key={id} dir="auto">
            {type !== "document" ? (
              title
            ) : version.changeRequest === undefined ? (
              <Link to="/s/$space/p/$page" params={{ space: version.space, page: id }}>
                {title}
              </Link>
            ) : (
              <Link
                to="/s/$space/cr/$number/p/$page"
                params={{ space: version.space, number: version.changeRequest, page: id }}
              >
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface PageTextProps {
  readonly page: Page
  readonly space: Space | undefined
  readonly version: ContentVersion
}

/** Whether the person edits the page: at once in a change request and where there is no text, and otherwise on request. */
const useEditing = ({ page, space, version }: PageTextProps) => {
  const [requested, setRequested] = useState<string>()
  const isInRequest = version.changeRequest !== undefined
  const mayEdit = space?.permissions.edit === true && page.type === "document"
  const isDirect = mayEdit && (isInRequest || space.editMode === "live")
  const isEmpty = page.type === "document" && (!isDocument(page.document) || page.document.nodes.length === 0)
  const isOpen = isDirect && (isInRequest || requested === page.id || (isEmpty && requested !== `read ${page.id}`))
  return {
    mayEdit,
    isDirect,
    isOpen,
    isRequested: requested === page.id,
    begin: () => setRequested(page.id),
    ...(isInRequest ? {} : { onDone: () => setRequested(`read ${page.id}`) })
  }
}

/** A button that opens the editor, or asks for the change request to edit if the pages of the space are locked. */
const EditButton = ({ isDirect, onEdit, page, space }: EditButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Pencil aria-hidden />}
        onClick={isDirect ? onEdit : () => setOpen(true)}
        className="edit-button"
        {...(isDirect ? {} : { "aria-haspopup": "dialog" })}
      >
        {isDirect ? messages.editor.edit : messages.editor.editInChangeRequest}
      </Button>
      {isOpen ? (
        <Suspense>
          <EditInChangeRequest page={page} space={space} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

interface EditButtonProps {
  readonly page: Page
  readonly space: Space
  readonly isDirect: boolean
  readonly onEdit: () => void
}

const PageText = ({ page, space, version }: PageTextProps) => {
  const { hash } = useLocation()
  const editing = useEditing({ page, space, version })
  const onReady = useCallback((element: HTMLElement) => reveal(element, decodeURIComponent(hash)), [hash])
  if (page.type === "group") return <p className="muted">{texts.group}</p>
  if (page.type === "computed") return <p className="muted">{texts.computed}</p>
  if (page.type === "link") {
    return (
      <p>
        {texts.link}{" "}
        {page.href === undefined ? null : (
          <a href={page.href} className="button button-secondary">
            <ExternalLink aria-hidden />
            {texts.openLink}
          </a>
        )}
      </p>
    )
  }
  if (editing.isOpen && space !== undefined) {
    const { onDone } = editing
    return (
      <Suspense fallback={<Loading lines={8} />}>
        <EditPage
          key={page.id}
          page={page}
          space={space}
          version={version}
          isRequested={editing.isRequested}
          {...(onDone === undefined ? {} : { onDone })}
        />
      </Suspense>
    )
  }
  const { document } = page
  const hasText = isDocument(document) && document.nodes.length > 0
  return (
    <>
      {editing.mayEdit && space !== undefined ? (
        <EditButton page={page} space={space} isDirect={editing.isDirect} onEdit={editing.begin} />
      ) : null}
      {hasText ? (
        <Suspense fallback={<Loading lines={8} />}>
          <ReadPage document={document} label={texts.body(page.title)} onReady={onReady} version={version} />
        </Suspense>
      ) : (
        <p className="muted">{texts.emptyText}</p>
      )}
    </>
  )
}

const PageHeader = ({ page, version }: { readonly page: Page; readonly version: ContentVersion }) => {
  const space = useQuery(spaceQuery(version.space))
  const content = useQuery(contentQuery(version))
  const actions = usePageActions(version, content.data?.pages ?? [], space.data?.permissions.edit === true)
  const facts = [
    "hidden" in page && page.hidden ? (
      <span className="badge" key="hidden">
        <EyeOff aria-hidden />
        {texts.hidden}
      </span>
    ) : null,
    <span key="updated">
      {texts.updated} <TimeText time={page.updatedAt} />
    </span>
  ]
  return (
    <header className="page-header">
      <div className="page-heading">
        {emojiOf(page.emoji) === undefined ? null : (
          <span className="page-emoji" aria-hidden>
            {emojiOf(page.emoji)}
          </span>
        )}
        <h1 dir="auto">{page.title === "" ? messages.untitled : page.title}</h1>
        <ActionMenu label={texts.actions(page.title)} actions={actions.actionsOf(page)}>
          <Ellipsis aria-hidden />
        </ActionMenu>
      </div>
      {page.type === "document" && page.description !== undefined ? (
        <p className="page-description" dir="auto">
          {page.description}
        </p>
      ) : null}
      <p className="page-facts">
        {facts.map((fact, index) => (
          <Fragment key={fact?.key ?? index}>{fact}</Fragment>
        ))}
      </p>
      {actions.dialog}
    </header>
  )
}

/** A page of a space, or of a change request. */
export const PageScreen = () => {
  const version = useContentVersion()
  const { page: id = "" } = useParams({ strict: false })
  const query = useQuery(pageQuery(version, id))
  const space = useQuery(spaceQuery(version.space))
  useTitle(query.data?.title, space.data?.title)
  if (query.isError) {
    return (
      <ErrorView
        error={query.error}
        missing={messages.errors.missingPage}
        onRetry={() => void query.refetch()}
        actions={
          <Link to="/s/$space" params={{ space: version.space }} className="button button-secondary">
            {messages.space.overview}
          </Link>
        }
      />
    )
  }
  return (
    <main className="screen page" id="content">
      {query.isPending ? (
        <Loading lines={8} />
      ) : (
        <article>
          <Breadcrumbs page={id} version={version} />
          <PageHeader page={query.data} version={version} />
          <PageText page={query.data} space={space.data} version={version} />
        </article>
      )}
    </main>
  )
}
