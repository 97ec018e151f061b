import type { Space } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, Outlet, useLocation, useParams } from "@tanstack/react-router"
import { ArrowLeft, Blocks, Files, GitPullRequest, Globe, History, Link2, ListTree, Lock } from "lucide-react"
import { lazy, Suspense, useEffect, useState } from "react"
import { spaceQuery } from "../api/Queries.ts"
import { changeRequestQuery } from "../api/ReviewQueries.ts"
import { HomeLink } from "../app/Failures.tsx"
import { messages } from "../messages/Messages.ts"
import { reviewMessages } from "../messages/ReviewMessages.ts"
import { PageTree } from "../pages/PageTree.tsx"
import { Button } from "../ui/Button.tsx"
import { emojiOf } from "../ui/Emoji.ts"
import { ErrorView, Loading } from "../ui/States.tsx"
import { useContentVersion } from "./ContentRoute.ts"
import { SpaceActions } from "./SpaceActions.tsx"

const PublishSpace = lazy(async () => ({ default: (await import("../sites/PublishSpace.tsx")).PublishSpace }))

const texts = messages.space
const route = getRouteApi("/s/$space")

/** What the panel of a space says while the pages of a change request are shown. */
const ChangeRequestBanner = ({ number, space }: { readonly number: string; readonly space: string }) => {
  const { data } = useQuery(changeRequestQuery(space, number))
  return (
    <Link to="/s/$space/cr/$number" params={{ space, number }} className="panel-banner">
      <GitPullRequest aria-hidden />
      <span className="panel-banner-text">
        <span>{texts.fullChangeRequest(data?.number ?? number)}</span>
        <span className="muted" dir="auto">
          {data === undefined || data.subject === "" ? reviewMessages.changeRequest.noSubject : data.subject}
        </span>
      </span>
      <ArrowLeft aria-hidden className="turns" />
    </Link>
  )
}

const SpaceLinks = ({ space }: { readonly space: Space }) => {
  const [isOpen, setOpen] = useState(false)
  const params = { space: space.id }
  return (
    <div className="sidebar-links">
      <Link to="/s/$space/cr" params={params} activeOptions={{ exact: true }} className="sidebar-link">
        <GitPullRequest aria-hidden />
        {texts.changeRequests}
        {space.changeRequestsOpen === 0 ? null : <span className="count">{space.changeRequestsOpen}</span>}
      </Link>
      <Link to="/s/$space/history" params={params} className="sidebar-link">
        <History aria-hidden />
        {texts.history}
      </Link>
      <Link to="/s/$space/files" params={params} className="sidebar-link">
        <Files aria-hidden />
        {texts.files}
      </Link>
      <Link to="/s/$space/reusable" params={params} className="sidebar-link">
        <Blocks aria-hidden />
        {texts.reusableContents}
      </Link>
      <Link to="/s/$space/links" params={params} className="sidebar-link">
        <Link2 aria-hidden />
        {texts.links}
      </Link>
      {space.permissions.edit ? (
        <button type="button" className="sidebar-link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Globe aria-hidden />
          {texts.publish}
        </button>
      ) : null}
      {isOpen ? (
        <Suspense>
          <PublishSpace space={space} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

const SpacePanel = ({ space }: { readonly space: Space }) => {
  const version = useContentVersion()
  return (
    <>
      <header className="panel-header">
        <span className="panel-icon" aria-hidden>
          {emojiOf(space.emoji)}
        </span>
        <Link to="/s/$space" params={{ space: space.id }} className="panel-title" dir="auto">
          {space.title === "" ? messages.untitled : space.title}
        </Link>
        {space.editMode === "locked" ? (
          <span className="panel-lock" title={texts.locked}>
            <Lock aria-hidden />
            <span className="visually-hidden">{texts.locked}</span>
          </span>
        ) : null}
        <SpaceActions space={space} />
      </header>
      {version.changeRequest === undefined ? (
        <SpaceLinks space={space} />
      ) : (
        <ChangeRequestBanner space={space.id} number={version.changeRequest} />
      )}
      <PageTree key={version.changeRequest} space={space} version={version} />
    </>
  )
}

/** What is around every screen of a space: its pages at the side. */
export const SpaceFrame = () => {
  const { space } = route.useParams()
  const { page } = useParams({ strict: false })
  const query = useQuery(spaceQuery(space))
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname, page])
  if (query.isError && query.data === undefined) {
    return (
      <ErrorView
        error={query.error}
        missing={messages.errors.missingSpace}
        onRetry={() => void query.refetch()}
        actions={<HomeLink />}
      />
    )
  }
  if (query.data?.deletedAt !== undefined) {
    return <ErrorView error={undefined} missing={messages.errors.missingSpace} isMissing actions={<HomeLink />} />
  }
  return (
    <div className="space">
      <div className="panel-toggle">
        <Button look="quiet" icon={<ListTree aria-hidden />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {texts.openPages}
        </Button>
      </div>
      <section className={isOpen ? "panel is-open" : "panel"} aria-label={query.data?.title ?? texts.pages}>
        {query.data === undefined ? <Loading lines={6} /> : <SpacePanel space={query.data} />}
      </section>
      <div className="space-content">
        <Outlet />
      </div>
    </div>
  )
}
