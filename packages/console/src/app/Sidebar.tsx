import type { Collection, Space } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import {
  BookText,
  ChevronsUpDown,
  FolderClosed,
  GitPullRequest,
  Globe,
  House,
  LibraryBig,
  LogOut,
  Plus,
  Search,
  SquareTerminal,
  Trash2
} from "lucide-react"
import { lazy, Suspense, useRef, useState } from "react"
import { documentationAddress, signOutAddress } from "../api/Addresses.ts"
import { useCursorList } from "../api/Lists.ts"
import { collectionsQuery, spacesQuery, userQuery } from "../api/Queries.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { emojiOf } from "../ui/Emoji.ts"
import { ActionMenu } from "../ui/Menu.tsx"
import { Avatar } from "../ui/Person.tsx"
import { ErrorText, Loading } from "../ui/States.tsx"
import { Tree } from "../ui/Tree.tsx"
import type { TreeItem } from "../ui/TreeRows.ts"
import type { OrganizationChoice } from "./CurrentOrganization.ts"

const NewSpace = lazy(async () => ({ default: (await import("../organizations/NewSpace.tsx")).NewSpace }))
const NewCollection = lazy(async () => ({
  default: (await import("../organizations/NewCollection.tsx")).NewCollection
}))

const { frame } = messages

const iconOf = (space: Space) => emojiOf(space.emoji) ?? <BookText />

/** Collections with the spaces in them; what is in a collection that is not listed is at the top. */
const itemsOf = (
  collections: ReadonlyArray<Collection>,
  spaces: ReadonlyArray<Space>,
  current: { readonly space?: string; readonly collection?: string }
): ReadonlyArray<TreeItem> => {
  const known = new Set(collections.map(({ id }) => id))
  const isIn = (parent: string | undefined, own: string | undefined) =>
    parent === undefined ? own === undefined || !known.has(own) : own === parent
  const below = (parent: string | undefined): ReadonlyArray<TreeItem> => [
    ...collections
      .filter((collection) => isIn(parent, collection.parent))
      .map(({ id, title }) => ({
        id: `c/${id}`,
        title: title === "" ? messages.untitled : title,
        icon: <FolderClosed />,
        isCurrent: current.collection === id,
        isInitiallyOpen: current.collection === id,
        children: below(id)
      })),
    ...spaces
      .filter((space) => isIn(parent, space.parent))
      .map((space) => ({
        id: `s/${space.id}`,
        title: space.title === "" ? messages.untitled : space.title,
        icon: iconOf(space),
        isCurrent: current.space === space.id,
        children: []
      }))
  ]
  return below(undefined)
}

const SpacesTree = ({ organization }: { readonly organization: string }) => {
  const params = useParams({ strict: false })
  const collections = useCursorList(collectionsQuery(organization))
  const spaces = useCursorList(spacesQuery(organization))
  const items = itemsOf(collections.items, spaces.items, {
    ...(params.space === undefined ? {} : { space: params.space }),
    ...(params.collection === undefined ? {} : { collection: params.collection })
  })
  if (collections.query.isPending || spaces.query.isPending) return <Loading lines={4} />
  const error = spaces.query.error ?? collections.query.error
  return (
    <>
      {error === null ? null : <ErrorText error={error} />}
      {items.length === 0 ? (
        <p className="sidebar-empty">{messages.home.noSpaces}</p>
      ) : (
        <Tree
          label={frame.spaces}
          items={items}
          renderLink={({ id }, content) =>
            id.startsWith("c/") ? (
              <Link to="/c/$collection" params={{ collection: id.slice(2) }} className="tree-link" tabIndex={-1}>
                {content}
              </Link>
            ) : (
              <Link to="/s/$space" params={{ space: id.slice(2) }} className="tree-link" tabIndex={-1}>
                {content}
              </Link>
            )
          }
        />
      )}
      {[spaces.query, collections.query].map((query, index) =>
        query.hasNextPage ? (
          <Button
            key={index === 0 ? "spaces" : "collections"}
            look="quiet"
            onClick={() => void query.fetchNextPage()}
            isBusy={query.isFetchingNextPage}
          >
            {messages.more}
          </Button>
        ) : null
      )}
    </>
  )
}

const OrganizationSwitcher = ({ current, list }: OrganizationChoice) => {
  const navigate = useNavigate()
  if (current === undefined) return <span className="switcher">{messages.product}</span>
  return (
    <ActionMenu
      className="switcher"
      align="start"
      actions={list.items.map(({ id, title }) => ({
        label: title,
        isCurrent: id === current.id,
        icon: <LibraryBig aria-hidden />,
        run: () => void navigate({ to: "/o/$organization", params: { organization: id } })
      }))}
    >
      <span className="visually-hidden">{frame.organization}</span>
      <span className="switcher-icon" aria-hidden>
        {Array.from(current.title)[0]?.toUpperCase()}
      </span>
      <span className="switcher-title" dir="auto">
        {current.title}
      </span>
      <ChevronsUpDown aria-hidden />
    </ActionMenu>
  )
}

const AccountMenu = () => {
  const user = useQuery(userQuery)
  const form = useRef<HTMLFormElement>(null)
  if (user.data === undefined) return <span className="account" />
  const { displayName, email } = user.data
  return (
    <>
      <form ref={form} method="post" action={signOutAddress} hidden />
      <ActionMenu
        className="account"
        align="start"
        header={
          <div className="menu-header">
            <bdi>{displayName}</bdi>
            {email === undefined ? null : <bdi className="muted">{email}</bdi>}
          </div>
        }
        actions={[
          {
            label: frame.documentation,
            icon: <SquareTerminal aria-hidden />,
            run: () => window.location.assign(documentationAddress)
          },
          { label: frame.signOut, icon: <LogOut aria-hidden />, run: () => form.current?.submit() }
        ]}
      >
        <span className="visually-hidden">{frame.account}</span>
        <Avatar user={user.data} />
        <span className="account-name" dir="auto">
          {displayName}
        </span>
        <ChevronsUpDown aria-hidden />
      </ActionMenu>
    </>
  )
}

const OrganizationLinks = ({ organization }: { readonly organization: string }) => {
  const exact = { exact: true }
  return (
    <div className="sidebar-links">
      <Link to="/o/$organization" params={{ organization }} activeOptions={exact} className="sidebar-link">
        <House aria-hidden />
        {frame.home}
      </Link>
      <Link to="/o/$organization/change-requests" params={{ organization }} className="sidebar-link">
        <GitPullRequest aria-hidden />
        {frame.changeRequests}
      </Link>
      <Link to="/o/$organization/sites" params={{ organization }} className="sidebar-link">
        <Globe aria-hidden />
        {frame.sites}
      </Link>
      <Link to="/o/$organization/trash" params={{ organization }} className="sidebar-link">
        <Trash2 aria-hidden />
        {frame.trash}
      </Link>
    </div>
  )
}

interface SidebarProps {
  readonly organization: OrganizationChoice
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSearch: () => void
}

/** The navigation of an organization: its spaces in their collections, and what belongs to all of them. */
export const Sidebar = ({ isOpen, onClose, onSearch, organization }: SidebarProps) => {
  const [dialog, setDialog] = useState<"space" | "collection">()
  const { current } = organization
  const mayCreate = current?.permissions.createContent === true
  const close = () => setDialog(undefined)
  return (
    <>
      {isOpen ? <div className="sidebar-shade" onClick={onClose} aria-hidden /> : null}
      <nav
        className={isOpen ? "sidebar is-open" : "sidebar"}
        aria-label={frame.navigation}
        onKeyDown={(event) => (event.key === "Escape" ? onClose() : undefined)}
      >
        <OrganizationSwitcher {...organization} />
        <button type="button" className="search-button" onClick={onSearch}>
          <Search aria-hidden />
          <span>{frame.search}</span>
          <kbd>{frame.searchKeys}</kbd>
        </button>
        {current === undefined ? null : <OrganizationLinks organization={current.id} />}
        <div className="sidebar-heading">
          <h2>{frame.spaces}</h2>
          {mayCreate ? (
            <ActionMenu
              label={frame.create}
              actions={[
                { label: frame.newSpace, icon: <BookText aria-hidden />, run: () => setDialog("space") },
                { label: frame.newCollection, icon: <FolderClosed aria-hidden />, run: () => setDialog("collection") }
              ]}
            >
              <Plus aria-hidden />
            </ActionMenu>
          ) : null}
        </div>
        <div className="sidebar-tree">{current === undefined ? null : <SpacesTree organization={current.id} />}</div>
        <AccountMenu />
      </nav>
      {current === undefined || dialog === undefined ? null : (
        <Suspense>
          {dialog === "space" ? <NewSpace organization={current.id} isOpen onClose={close} /> : null}
          {dialog === "collection" ? <NewCollection organization={current.id} isOpen onClose={close} /> : null}
        </Suspense>
      )}
    </>
  )
}
