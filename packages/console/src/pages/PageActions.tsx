import type { InsertPage, Page } from "@quire/client"
import { useNavigate, useParams } from "@tanstack/react-router"
import { ArrowDown, ArrowUp, Copy, FilePlus, Link2, ListEnd, ListStart, Move, Pencil, Trash2 } from "lucide-react"
import { type ReactNode, useState } from "react"
import { appAddress, pathOfAppUrl } from "../api/Addresses.ts"
import { api } from "../api/Client.ts"
import type { ContentVersion } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { type ContentEditing, useContentEditing } from "../spaces/ContentEditing.ts"
import type { MenuAction } from "../ui/MenuTypes.ts"
import { useNotices } from "../ui/Notices.tsx"
import { isDocument } from "./DocumentText.ts"
import { NewPage } from "./NewPage.tsx"
import { DeletePage, MovePage, RenamePage } from "./PageDialogs.tsx"
import { entriesOf, findEntry, isContainer, type PageDirection, type PagePosition, stepOf } from "./PageMoves.ts"

const texts = messages.page

type PageDialogName = "rename" | "move" | "delete" | "new"

/** What a member can do with the pages of a version. */
export interface PageActions {
  readonly actionsOf: (page: Page) => ReadonlyArray<MenuAction>
  readonly step: (id: string, direction: PageDirection) => void
  readonly place: (id: string, position: PagePosition) => void
  /** The dialog of the action that runs. */
  readonly dialog: ReactNode
}

const readText = async ({ changeRequest, space: spaceId }: ContentVersion, pageId: string): Promise<Page> =>
  changeRequest === undefined
    ? api.content.getPage({ spaceId, pageId, format: "document" })
    : api.contentOfChangeRequests.getPageInChangeRequest({
        spaceId,
        changeRequestId: changeRequest,
        pageId,
        format: "document"
      })

/** The change that adds a copy of a page after it, without the pages below it. */
const copyOf = (page: Page, { parent, at }: PagePosition): InsertPage => {
  const { emoji, icon, title } = page
  const common = {
    operation: "insert_page" as const,
    title: texts.copyOf(title),
    into: parent,
    at,
    ...(emoji === undefined ? {} : { emoji }),
    ...(icon === undefined ? {} : { icon })
  }
  if (page.type === "link") return { ...common, type: "link", target: page.target, hidden: page.hidden }
  if (page.type !== "document") return { ...common, type: "group" }
  const { cover, description, document, hidden, layout, noIndex, noRobotsIndex } = page
  return {
    ...common,
    type: "document",
    hidden,
    noIndex,
    noRobotsIndex,
    layout,
    ...(description === undefined ? {} : { description }),
    ...(cover === undefined ? {} : { cover }),
    ...(isDocument(document) ? { document: { document } } : {})
  }
}

const duplicate = async (
  version: ContentVersion,
  pages: ReadonlyArray<Page>,
  id: string,
  { openPage, save }: ContentEditing
) => {
  const entry = findEntry(pages, id)
  if (entry === undefined) return
  const position = { parent: entry.parent?.id ?? null, at: entry.siblings.indexOf(entry.page) + 1 }
  const outcome = await save([copyOf(await readText(version, id), position)])
  const [page] = outcome.created
  if (page !== undefined) await openPage(page, outcome)
}

export const usePageActions = (version: ContentVersion, pages: ReadonlyArray<Page>, mayEdit: boolean): PageActions => {
  const editing = useContentEditing(version)
  const notices = useNotices()
  const navigate = useNavigate()
  const params = useParams({ strict: false })
  const [dialog, setDialog] = useState<{ readonly name: PageDialogName; readonly page: Page }>()
  const titleOf = (id: string | null) =>
    pages.length > 0 && entriesOf(pages).find(({ page }) => page.id === id)?.page.title
  const run = (action: () => Promise<unknown>) => void action().catch(notices.showError)
  const place = (id: string, { at, parent }: PagePosition) =>
    run(async () => {
      const outcome = await editing.save([{ operation: "update_page", page: id, into: parent, at }])
      if (outcome.changeRequest !== undefined) return
      const below = titleOf(parent)
      const where = typeof below === "string" ? texts.placeBelow(below) : texts.placeTop
      notices.show({ text: texts.moved(titleOf(id) || messages.untitled, where) })
    })
  const step = (id: string, direction: PageDirection) => {
    if (!mayEdit) return
    const position = stepOf(pages, id, direction)
    if (position === undefined) notices.show({ text: texts.notMovable })
    else place(id, position)
  }
  const moveAction = (
    page: Page,
    label: string,
    icon: ReactNode,
    direction: PageDirection,
    keys: string
  ): MenuAction => ({
    label,
    icon,
    keys,
    isDisabled: stepOf(pages, page.id, direction) === undefined,
    run: () => step(page.id, direction)
  })
  const copyLink = (page: Page) =>
    run(async () => {
      const { changeRequest, space } = version
      const at = changeRequest === undefined ? `/s/${space}` : `/s/${space}/cr/${changeRequest}`
      const path = "urls" in page && changeRequest === undefined ? pathOfAppUrl(page.urls.app) : `${at}/p/${page.id}`
      await navigator.clipboard.writeText(new URL(path.slice(1), appAddress).href)
      notices.show({ text: texts.linkCopied })
    })
  const isRightToLeft = document.documentElement.dir === "rtl"
  const open = (name: PageDialogName, page: Page) => setDialog({ name, page })
  const changesOf = (page: Page): ReadonlyArray<MenuAction> => [
    ...(isContainer(page)
      ? [{ label: texts.newBelow, icon: <FilePlus aria-hidden />, run: () => open("new", page) }]
      : []),
    { label: texts.rename, icon: <Pencil aria-hidden />, run: () => open("rename", page) },
    ...(page.type === "document" || page.type === "link"
      ? [
          {
            label: texts.duplicate,
            icon: <Copy aria-hidden />,
            run: () => run(() => duplicate(version, pages, page.id, editing))
          }
        ]
      : []),
    { label: texts.move, icon: <Move aria-hidden />, run: () => open("move", page) },
    moveAction(page, texts.moveUp, <ArrowUp aria-hidden />, "up", "Alt ↑"),
    moveAction(page, texts.moveDown, <ArrowDown aria-hidden />, "down", "Alt ↓"),
    moveAction(page, texts.moveIn, <ListEnd aria-hidden />, "in", `Alt ${isRightToLeft ? "←" : "→"}`),
    moveAction(page, texts.moveOut, <ListStart aria-hidden />, "out", `Alt ${isRightToLeft ? "→" : "←"}`)
  ]
  const actionsOf = (page: Page): ReadonlyArray<MenuAction> => [
    ...(mayEdit ? changesOf(page) : []),
    { label: texts.copyLink, icon: <Link2 aria-hidden />, run: () => copyLink(page) },
    ...(mayEdit
      ? [{ label: texts.delete, icon: <Trash2 aria-hidden />, isDangerous: true, run: () => open("delete", page) }]
      : [])
  ]
  const leaveDeleted = async (page: Page) => {
    const isShown = entriesOf([page]).some((entry) => entry.page.id === params.page)
    if (!isShown) return
    const { changeRequest: number, space } = version
    if (number === undefined) await navigate({ to: "/s/$space", params: { space } })
    else await navigate({ to: "/s/$space/cr/$number/p", params: { space, number } })
  }
  const shared = dialog && { version, pages, page: dialog.page, onClose: () => setDialog(undefined) }
  return {
    actionsOf,
    step,
    place,
    dialog:
      shared === undefined ? null : dialog?.name === "rename" ? (
        <RenamePage {...shared} />
      ) : dialog?.name === "move" ? (
        <MovePage {...shared} />
      ) : dialog?.name === "delete" ? (
        <DeletePage {...shared} onDeleted={() => leaveDeleted(shared.page)} />
      ) : (
        <NewPage version={version} parent={shared.page.id} isOpen onClose={shared.onClose} />
      )
  }
}
