import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router"
import { basePath } from "../api/Addresses.ts"
import { HomeScreen, OrganizationScreen } from "../organizations/HomeScreen.tsx"
import { Loading } from "../ui/States.tsx"
import { CrashScreen, MissingScreen } from "./Failures.tsx"
import { Frame } from "./Frame.tsx"

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: MissingScreen, errorComponent: CrashScreen })

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: HomeScreen })

const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization",
  component: OrganizationScreen
})

const organizationChangeRequestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/change-requests",
  component: lazyRouteComponent(() => import("../change-requests/ListScreens.tsx"), "OrganizationChangeRequests")
})

const trashRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/trash",
  component: lazyRouteComponent(() => import("../organizations/TrashScreen.tsx"), "TrashScreen")
})

const sitesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/sites",
  component: lazyRouteComponent(() => import("../sites/SitesScreen.tsx"), "SitesScreen")
})

const siteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/sites/$site",
  component: lazyRouteComponent(() => import("../sites/SiteScreen.tsx"), "SiteScreen")
})

const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/import",
  component: lazyRouteComponent(() => import("../imports/ImportScreens.tsx"), "ImportNewSpace")
})

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/o/$organization/invites/$invite",
  component: lazyRouteComponent(() => import("../organizations/AcceptInvite.tsx"), "AcceptInvite")
})

const collectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/c/$collection",
  component: lazyRouteComponent(() => import("../organizations/CollectionScreen.tsx"), "CollectionScreen")
})

const spaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/s/$space",
  component: lazyRouteComponent(() => import("../spaces/SpaceFrame.tsx"), "SpaceFrame")
})

const spaceHomeRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../spaces/SpaceHome.tsx"), "SpaceHome")
})

const pageRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/p/$page",
  component: lazyRouteComponent(() => import("../pages/PageScreen.tsx"), "PageScreen")
})

const historyRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/history",
  component: lazyRouteComponent(() => import("../history/HistoryScreen.tsx"), "HistoryScreen")
})

const revisionRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/r/$revision",
  component: lazyRouteComponent(() => import("../history/RevisionScreen.tsx"), "RevisionScreen")
})

const filesRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/files",
  component: lazyRouteComponent(() => import("../content/FilesScreen.tsx"), "FilesScreen")
})

const reusableContentsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/reusable",
  component: lazyRouteComponent(() => import("../content/ReusableContentsScreen.tsx"), "ReusableContentsScreen")
})

const reusableContentRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/reusable/$reusable",
  component: lazyRouteComponent(() => import("../content/ReusableContentScreen.tsx"), "ReusableContentScreen")
})

const linksRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/links",
  component: lazyRouteComponent(() => import("../content/LinksScreen.tsx"), "LinksScreen")
})

const spaceImportRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/import",
  component: lazyRouteComponent(() => import("../imports/ImportScreens.tsx"), "ImportIntoSpace")
})

const changeRequestsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/cr",
  component: lazyRouteComponent(() => import("../change-requests/ListScreens.tsx"), "SpaceChangeRequests")
})

const changeRequestRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/cr/$number",
  component: lazyRouteComponent(() => import("../change-requests/ChangeRequestScreen.tsx"), "ChangeRequestScreen")
})

const changeRequestPagesRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/cr/$number/p",
  component: lazyRouteComponent(() => import("../spaces/SpaceHome.tsx"), "SpaceHome")
})

const changeRequestPageRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: "/cr/$number/p/$page",
  component: lazyRouteComponent(() => import("../pages/PageScreen.tsx"), "PageScreen")
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  organizationRoute,
  organizationChangeRequestsRoute,
  trashRoute,
  sitesRoute,
  siteRoute,
  importRoute,
  inviteRoute,
  collectionRoute,
  spaceRoute.addChildren([
    spaceHomeRoute,
    pageRoute,
    historyRoute,
    revisionRoute,
    filesRoute,
    reusableContentsRoute,
    reusableContentRoute,
    linksRoute,
    spaceImportRoute,
    changeRequestsRoute,
    changeRequestRoute,
    changeRequestPagesRoute,
    changeRequestPageRoute
  ])
])

/** The addresses of the application, as in `urls.app` of the API. Screens are loaded when they are opened. */
export const router = createRouter({
  routeTree,
  basepath: basePath,
  defaultPendingComponent: () => (
    <main className="screen" id="content">
      <Loading lines={6} />
    </main>
  ),
  defaultErrorComponent: CrashScreen,
  defaultNotFoundComponent: MissingScreen,
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
