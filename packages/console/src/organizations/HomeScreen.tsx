import type { Organization } from "@quire/client"
import { isQuireError } from "@quire/client"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, Navigate } from "@tanstack/react-router"
import { FileInput, LibraryBig, Plus, UserPlus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { useCursorList } from "../api/Lists.ts"
import { organizationQuery, spacesQuery } from "../api/Queries.ts"
import { useCurrentOrganization } from "../app/CurrentOrganization.ts"
import { HomeLink } from "../app/Failures.tsx"
import { useTitle } from "../app/Title.ts"
import { messages } from "../messages/Messages.ts"
import { Button } from "../ui/Button.tsx"
import { CursorItems } from "../ui/CursorItems.tsx"
import { EmptyState, ErrorView, Loading } from "../ui/States.tsx"
import { SpaceCards } from "./SpaceCards.tsx"

const NoOrganization = lazy(async () => ({ default: (await import("./NoOrganization.tsx")).NoOrganization }))
const NewSpace = lazy(async () => ({ default: (await import("./NewSpace.tsx")).NewSpace }))
const InvitePeople = lazy(async () => ({ default: (await import("./InvitePeople.tsx")).InvitePeople }))
const RecentPages = lazy(async () => ({ default: (await import("./RecentPages.tsx")).RecentPages }))

const texts = messages.home

const SpacesOf = ({ organization }: { readonly organization: Organization }) => {
  useTitle(organization.title)
  const [dialog, setDialog] = useState<"space" | "invite">()
  const list = useCursorList(spacesQuery(organization.id))
  const mayCreate = organization.permissions.createContent
  const close = () => setDialog(undefined)
  const createButton = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog("space")}>
      {messages.frame.newSpace}
    </Button>
  )
  const importLink = (
    <Link to="/o/$organization/import" params={{ organization: organization.id }} className="button button-secondary">
      <FileInput aria-hidden />
      {texts.importTitle}
    </Link>
  )
  const inviteButton = organization.permissions.admin ? (
    <Button icon={<UserPlus aria-hidden />} onClick={() => setDialog("invite")}>
      {texts.invite}
    </Button>
  ) : null
  return (
    <main className="screen" id="content">
      <header className="screen-header">
        <div>
          <p className="screen-kicker" dir="auto">
            {organization.title}
          </p>
          <h1>{texts.title}</h1>
        </div>
        {mayCreate && list.items.length > 0 ? (
          <div className="screen-actions">
            {inviteButton}
            {importLink}
            {createButton}
          </div>
        ) : null}
      </header>
      <CursorItems
        list={list}
        lines={6}
        empty={
          mayCreate ? (
            <EmptyState
              icon={<LibraryBig />}
              title={texts.firstRun}
              actions={
                <>
                  {createButton}
                  {importLink}
                  {inviteButton}
                </>
              }
            >
              {texts.firstRunText}
            </EmptyState>
          ) : (
            <EmptyState icon={<LibraryBig />} title={texts.noSpaces}>
              {texts.noSpacesText}
            </EmptyState>
          )
        }
      >
        {(spaces) => (
          <>
            <SpaceCards spaces={spaces} />
            <Suspense>
              <RecentPages spaces={spaces} />
            </Suspense>
          </>
        )}
      </CursorItems>
      <Suspense>
        {dialog === "space" ? <NewSpace organization={organization.id} isOpen onClose={close} /> : null}
        {dialog === "invite" ? <InvitePeople organization={organization} onClose={close} /> : null}
      </Suspense>
    </main>
  )
}

const LoadingScreen = () => (
  <main className="screen" id="content">
    <Loading lines={6} />
  </main>
)

/** Leads to the organization that was last shown. */
export const HomeScreen = () => {
  useTitle()
  const { current, list } = useCurrentOrganization()
  const { error, isError, isPending, refetch } = list.query
  if (current !== undefined) {
    return <Navigate to="/o/$organization" params={{ organization: current.id }} replace />
  }
  if (isPending || isQuireError(error, "unauthorized")) return <LoadingScreen />
  return isError ? (
    <ErrorView error={error} onRetry={() => void refetch()} />
  ) : (
    <Suspense fallback={<LoadingScreen />}>
      <NoOrganization />
    </Suspense>
  )
}

const route = getRouteApi("/o/$organization")

/** The spaces of an organization. */
export const OrganizationScreen = () => {
  const { organization } = route.useParams()
  const query = useQuery(organizationQuery(organization))
  if (query.isPending || isQuireError(query.error, "unauthorized")) return <LoadingScreen />
  if (query.isError) {
    return (
      <ErrorView
        error={query.error}
        missing={messages.errors.missingOrganization}
        onRetry={() => void query.refetch()}
        actions={<HomeLink />}
      />
    )
  }
  return <SpacesOf key={organization} organization={query.data} />
}
