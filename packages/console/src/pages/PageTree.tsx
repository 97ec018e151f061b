import type { Page, Space } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { Ellipsis, FilePlus, FileText, FolderClosed, FolderPlus, Link2, Plus, WandSparkles } from "lucide-react"
import { type ReactNode, useState } from "react"
import { type ContentVersion, contentQuery } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { emojiOf } from "../ui/Emoji.ts"
import { ActionMenu } from "../ui/Menu.tsx"
import { ErrorText, Loading } from "../ui/States.tsx"
import { Tree } from "../ui/Tree.tsx"
import type { TreeItem } from "../ui/TreeRows.ts"
import { NewPage } from "./NewPage.tsx"
import { usePageActions } from "./PageActions.tsx"
import { childrenOf, findEntry, mayBeBelow } from "./PageMoves.ts"

const texts = messages.page

const icons = { document: <FileText />, group: <FolderClosed />, link: <Link2 />, computed: <WandSparkles /> } as const

const itemOf = (page: Page, current: string | undefined): TreeItem => ({
  id: page.id,
  title: page.title === "" ? messages.untitled : page.title,
  icon: emojiOf(page.emoji) ?? icons[page.type],
  isCurrent: page.id === current,
  isInitiallyOpen: page.type === "group" || page.id === current,
  children: childrenOf(page).map((child) => itemOf(child, current))
})

interface PageLinkProps {
  readonly version: ContentVersion
  readonly page: string
  readonly children: ReactNode
}

const PageLink = ({ children, page, version: { changeRequest: number, space } }: PageLinkProps) =>
  number === undefined ? (
    <Link to="/s/$space/p/$page" params={{ space, page }} className="tree-link" tabIndex={-1} draggable={false}>
      {children}
    </Link>
  ) : (
    <Link
      to="/s/$space/cr/$number/p/$page"
      params={{ space, number, page }}
      className="tree-link"
      tabIndex={-1}
      draggable={false}
    >
      {children}
    </Link>
  )

interface PageTreeProps {
  readonly space: Space
  readonly version: ContentVersion
}

/** The pages of a space, or of a change request, which can be dragged and moved with keys. */
export const PageTree = ({ space, version }: PageTreeProps) => {
  const { page: current } = useParams({ strict: false })
  const content = useQuery(contentQuery(version))
  const [dialog, setDialog] = useState<"page" | "group">()
  const mayEdit = space.permissions.edit
  const pages = content.data?.pages ?? []
  const actions = usePageActions(version, pages, mayEdit)
  const close = () => setDialog(undefined)
  return (
    <>
      <div className="sidebar-heading">
        <h2>{messages.space.pages}</h2>
        {mayEdit ? (
          <ActionMenu
            label={texts.new}
            actions={[
              { label: texts.new, icon: <FilePlus aria-hidden />, run: () => setDialog("page") },
              { label: texts.newGroup, icon: <FolderPlus aria-hidden />, run: () => setDialog("group") }
            ]}
          >
            <Plus aria-hidden />
          </ActionMenu>
        ) : null}
      </div>
      <div className="sidebar-tree">
        {content.isPending ? <Loading lines={5} /> : null}
        {content.isError ? (
          <>
            <ErrorText error={content.error} />
            <Button onClick={() => void content.refetch()}>{messages.retry}</Button>
          </>
        ) : null}
        {content.isSuccess && pages.length === 0 ? <p className="sidebar-empty">{messages.space.empty}</p> : null}
        {pages.length === 0 ? null : (
          <Tree
            label={messages.space.pageTree(space.title)}
            {...(mayEdit ? { help: texts.treeHelp } : {})}
            items={pages.map((page) => itemOf(page, current))}
            renderLink={({ id }, children) => (
              <PageLink version={version} page={id}>
                {children}
              </PageLink>
            )}
            renderActions={({ id, title }) => {
              const page = findEntry(pages, id)?.page
              return page === undefined ? null : (
                <ActionMenu label={texts.actions(title)} actions={actions.actionsOf(page)} tabIndex={-1}>
                  <Ellipsis aria-hidden />
                </ActionMenu>
              )
            }}
            {...(mayEdit
              ? {
                  onMove: actions.step,
                  onDrop: (id, position) => {
                    if (mayBeBelow(pages, id, position.parent)) actions.place(id, position)
                  }
                }
              : {})}
          />
        )}
      </div>
      {actions.dialog}
      <NewPage
        version={version}
        parent={null}
        isGroup={dialog === "group"}
        isOpen={dialog !== undefined}
        onClose={close}
      />
    </>
  )
}
