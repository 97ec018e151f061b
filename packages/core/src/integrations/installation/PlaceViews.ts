import { Context, Effect, Layer } from "effect"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import { isActive, type Placement, collection as placementCollection } from "../../people/placement/Placement.ts"
import { collection as siteCollection } from "../../sites/site/Site.ts"
import { view as viewSite } from "../../sites/site/SiteView.ts"
import { SpaceViews } from "../../spaces/space/SpaceViews.ts"
import type { Integration } from "../integration/Integration.ts"
import { type SiteInstallationView, type SpaceInstallationView, viewShared } from "./InstallationView.ts"
import type { PlaceInstallation } from "./PlaceInstallation.ts"
import { placeStatusOf } from "./Reach.ts"

/** Context of views, for a caller who may view the targets. Views of spaces need their placements. */
export interface ViewContext {
  readonly viewer: Viewer
  readonly integration: Integration
  readonly rows: ReadonlyArray<PlaceInstallation>
  readonly placed: ReadonlyMap<string, Placement>
  /** Whether the space or site itself is shown in place of its id. */
  readonly extended: boolean
}

/** Views of installations on spaces and sites, with a constant number of queries for a whole page. */
export class PlaceViews extends Context.Service<PlaceViews>()("@quire/core/PlaceViews", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const spaceViews = yield* SpaceViews
    const placements = yield* Repository.make(placementCollection)
    const sites = yield* Repository.make(siteCollection)
    const organizations = yield* Repository.make(organizationCollection)

    /** The placements that the viewer may view and that are not deleted, by id (rule installation-lists). */
    const findVisible = Effect.fnUntraced(function* (viewer: Viewer, selves: ReadonlyArray<PlaceInstallation>) {
      const rows = yield* placements.getMany(selves.map(({ place }) => place))
      const active = Repository.values(rows.values()).filter(isActive)
      const roles = yield* access.rolesOn(viewer, active)
      return new Map(active.filter(({ id }) => roles.has(id)).map((placement) => [placement.id, placement]))
    })

    const shared = (integration: Integration, self: PlaceInstallation) =>
      viewShared(self, { ...addresses, name: integration.name, status: placeStatusOf(integration, self) })

    const ofSpaces = Effect.fnUntraced(function* ({ extended, integration, placed, rows, viewer }: ViewContext) {
      const wanted = extended ? rows.flatMap(({ place }) => placed.get(place) ?? []) : []
      const found = wanted.length === 0 ? [] : yield* spaceViews.many(viewer, wanted)
      const byId = new Map(found.map((space) => [String(space.id), space]))
      return rows.map(
        (self): SpaceInstallationView => ({
          ...shared(integration, self),
          space: byId.get(self.place) ?? SpaceId.make(self.place)
        })
      )
    })

    const ofSites = Effect.fnUntraced(function* ({ extended, integration, rows }: ViewContext) {
      const found = yield* sites.getMany(extended ? rows.map(({ place }) => place) : [])
      const owners = yield* organizations.getMany(extended ? rows.map(({ organization }) => organization) : [])
      return rows.map((self): SiteInstallationView => {
        const site = found.get(self.place)?.value
        const organization = owners.get(self.organization)?.value
        const isShown = site !== undefined && organization !== undefined
        return {
          ...shared(integration, self),
          site: isShown ? viewSite({ ...addresses, site, organization }) : SiteId.make(self.place)
        }
      })
    })

    return { findVisible, ofSpaces, ofSites } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, SpaceViews.layer]))
}
