import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { type InstallationId, SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { single } from "../../foundation/operation/Single.ts"
import * as InMemoryPage from "../../foundation/paging/InMemoryPage.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { Access, ReferenceNotFound } from "../../people/access/Access.ts"
import { host, type Viewer } from "../../people/access/Viewer.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import { isActive, type Placement, collection as placementCollection } from "../../people/placement/Placement.ts"
import { collection as siteCollection, view as viewSite } from "../../sites/site/Site.ts"
import { SpaceViews } from "../../spaces/space/SpaceViews.ts"
import type { Integration } from "../integration/Integration.ts"
import { type FoundInstallation, InstallationAccess } from "./InstallationAccess.ts"
import { findFault } from "./InstallationConfiguration.ts"
import { type SiteInstallationView, type SpaceInstallationView, viewShared } from "./InstallationView.ts"
import {
  AlreadyInstalledThere,
  limits,
  NotForTarget,
  NotInstalledThere,
  PlacePatch,
  TooManyInstallations
} from "./IntegrationInstallation.ts"
import { ListedIntegrations } from "./ListedIntegrations.ts"
import {
  collection,
  describePlace,
  empty as emptyPlace,
  type PlaceInstallation,
  type PlaceKind,
  patchPlace,
  rowId
} from "./PlaceInstallation.ts"
import { covers, isFor, placeStatusOf } from "./Reach.ts"

const checkPatch = checked(PlacePatch)

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

/** Whether the space or site itself is shown in place of its id. */
export interface Extent {
  readonly extended?: boolean | undefined
}

/** Events contain the names of configured properties but no values, which may be secrets (rule installation-audit). */
const stateOf = (integration: Integration, self: PlaceInstallation) => ({
  status: placeStatusOf(integration, self),
  configuration: Object.keys(self.configuration).sort(),
  externalIds: self.externalIds
})

type Service = "SpaceInstallations" | "SiteInstallations"

type ViewMany<View> = (views: PlaceViews["Service"], shown: ViewContext) => Effect.Effect<ReadonlyArray<View>>

const dependencies = Effect.gen(function* () {
  const events = yield* Events
  const { paged } = yield* Paging
  const access = yield* InstallationAccess
  const { findListed } = yield* ListedIntegrations
  const views = yield* PlaceViews
  const places = yield* Repository.make(collection)
  return { access, events, findListed, paged, places, views } as const
})

const make = <K extends PlaceKind, View>(
  { access, events, findListed, paged, places, views }: Effect.Success<typeof dependencies>,
  kind: K,
  service: Service,
  viewMany: ViewMany<View>
) => {
  const { changeAt, changeOwnAt, findOwnAt, findOwnOr } = access
  const plural: `${PlaceKind}Installations` = `${kind}Installations`

  /** Integrations only receive ids; they read spaces and sites with their scopes (rule installation-own). */
  const isExtended = ({ extended = false }: Extent) =>
    Effect.map(Actor, ({ _tag }) => extended && _tag !== "Integration")

  const viewOne = Effect.fnUntraced(function* (
    { integration, ...viewer }: FoundInstallation,
    self: PlaceInstallation,
    extent: Extent
  ) {
    const extended = yield* isExtended(extent)
    const placed = extended ? yield* views.findVisible(viewer, [self]) : new Map<string, Placement>()
    return yield* single(viewMany(views, { viewer, integration, rows: [self], placed, extended }))
  })

  type Rows = ReadonlyArray<Repository.VersionedValue<PlaceInstallation>>

  /** A page of the rows whose spaces or sites the viewer may view, by id of the row. */
  const page = Effect.fnUntraced(function* <E, R>(
    about: { readonly viewer: Viewer; readonly integration: Integration; readonly filters: ReadonlyArray<unknown> },
    found: Effect.Effect<Rows, E, R>,
    request: PageRequest & Extent
  ) {
    const { filters, integration, viewer } = about
    const extended = yield* isExtended(request)
    const seen = Effect.gen(function* () {
      const rows = yield* found
      const placed = yield* views.findVisible(viewer, Repository.values(rows))
      return rows.filter(({ value }) => placed.has(value.place))
    })
    return yield* paged({
      list: plural,
      filters: [...filters, extended],
      request,
      ...InMemoryPage.source(seen),
      view: Effect.fnUntraced(function* (versioned) {
        const rows = Repository.values(versioned)
        const placed = yield* views.findVisible(viewer, rows)
        return yield* viewMany(views, { viewer, integration, rows, placed, extended })
      })
    })
  })

  /** Lists the entries of one installation that the caller may view (rule installation-lists). */
  const list = operation(`${service}.list`)(function* (
    name: string,
    id: InstallationId,
    request: PageRequest & Extent
  ) {
    const { integration, ...viewer } = yield* findOwnOr(name, id)
    const rows = places.list("ofInstallation", {
      equals: { installation: id, kind },
      limit: limits.placesPerInstallation
    })
    return yield* page({ viewer, integration, filters: [id] }, rows, request)
  })

  /** Lists the entries in all organizations that the caller administers (rule installation-lists). */
  const listOfIntegration = operation(`${service}.listOfIntegration`)(function* (
    name: string,
    asked: PageRequest & Extent & { readonly externalId?: string | undefined }
  ) {
    const { externalId, ...request } = asked
    const { integration, organizations } = yield* findListed(name)
    const isAsked = externalId === undefined || isStorable(externalId)
    const found = { has: isAsked ? { externalIds: externalId } : {}, limit: isAsked ? noLimit : 0 }
    const equals = { integration: integration.id, kind }
    const rows =
      organizations === undefined
        ? places.list("ofIntegration", { equals, ...found })
        : places.list("ofIntegrationIn", { equals: { ...equals, organization: { in: organizations } }, ...found })
    return yield* page({ viewer: host, integration, filters: [integration.id, externalId ?? null] }, rows, request)
  })

  const empty = ({ installation: { value } }: FoundInstallation, place: string, at: number) =>
    emptyPlace(value, { kind, place, at })

  /**
   * Finds the row of a target. Under `all`, an installation covers every target, even without a row (rule
   * installation-place).
   */
  const findRow = Effect.fnUntraced(function* (found: FoundInstallation, place: string) {
    const { integration, installation } = found
    const row = Option.getOrUndefined(yield* places.get(rowId(installation.value.id, place)))
    if (row !== undefined || covers(integration, installation.value, kind, false)) return row
    return yield* new NotInstalledThere({ installation: installation.value.id, place: describePlace(kind, place) })
  })

  const get = operation(`${service}.get`)(function* (
    name: string,
    id: InstallationId,
    place: string,
    extent: Extent = {}
  ) {
    const found = yield* findOwnAt(name, id, { kind, id: place }, "see")
    const row = yield* findRow(found, place)
    return yield* viewOne(found, row?.value ?? empty(found, place, found.installation.value.createdAt), extent)
  })

  const eventOn = ({ installation: { value }, integration }: FoundInstallation, place: string) => ({
    organization: value.organization,
    subjects: [value.id, place, integration.name],
    ...(kind === "space" ? { space: place } : {})
  })

  const insert = Effect.fnUntraced(function* (found: FoundInstallation, self: PlaceInstallation) {
    const { installation, place } = self
    const count = yield* places.count("ofInstallation", { equals: { installation, kind } })
    const most = limits.placesPerInstallation
    if (count >= most) return yield* new TooManyInstallations({ in: `installation ${installation}`, most })
    yield* places.insert(self)
    const after = stateOf(found.integration, self)
    yield* events.announce({ type: `${plural}.create`, ...eventOn(found, place), after })
  })

  const create = operation(`${service}.create`)(function* (
    name: string,
    id: InstallationId,
    { field, place }: { readonly field: string; readonly place: string },
    extent: Extent = {}
  ) {
    return yield* changeAt(name, id, { kind, id: place }, (found) =>
      Effect.gen(function* () {
        const { integration } = found
        if (!isFor(integration, kind)) return yield* new NotForTarget({ integration: integration.name, target: kind })
        if (Option.isSome(yield* places.get(rowId(id, place)))) {
          return yield* new AlreadyInstalledThere({ installation: id, place: describePlace(kind, place) })
        }
        const made = empty(found, place, yield* Clock.currentTimeMillis)
        yield* insert(found, made)
        return yield* viewOne(found, made, extent)
      })
    ).pipe(Effect.catchTag("NotInstalledThere", () => Effect.fail(new ReferenceNotFound({ field, id: place }))))
  })

  const update = operation(`${service}.update`)(function* (
    name: string,
    id: InstallationId,
    place: string,
    given: PlacePatch,
    extent: Extent = {}
  ) {
    const changes = yield* checkPatch(given)
    return yield* changeOwnAt(name, id, { kind, id: place }, (found) =>
      Effect.gen(function* () {
        const { configuration } = changes
        const declared = found.integration.configurations?.[kind]
        const fault = configuration === undefined ? undefined : findFault(configuration, declared)
        if (fault !== undefined) return yield* fault
        const row = yield* findRow(found, place)
        const now = yield* Clock.currentTimeMillis
        const seen = row?.value ?? empty(found, place, now)
        const changed = patchPlace(seen, changes)
        const next = { ...changed, updatedAt: now }
        if (row === undefined) yield* insert(found, next)
        else if (changed !== seen) {
          yield* places.update(row, next)
          yield* events.announce({
            type: `${plural}.update`,
            ...eventOn(found, place),
            before: stateOf(found.integration, seen),
            after: stateOf(found.integration, next)
          })
        }
        return yield* viewOne(found, changed === seen ? seen : next, extent)
      })
    )
  })

  /** Removes the row; returns false if there is none. Under `all`, the installation still covers the target. */
  const remove = operation(`${service}.remove`)(function* (name: string, id: InstallationId, place: string) {
    return yield* changeAt(name, id, { kind, id: place }, (found) =>
      Effect.gen(function* () {
        const row = Option.getOrUndefined(yield* places.get(rowId(id, place)))
        if (row === undefined) return false
        yield* places.remove([row.value.id])
        const before = stateOf(found.integration, row.value)
        yield* events.announce({ type: `${plural}.delete`, ...eventOn(found, place), before })
        return true
      })
    ).pipe(Effect.catchTag("NotInstalledThere", () => Effect.succeed(false)))
  })

  return { list, listOfIntegration, get, create, update, remove } as const
}

/** Operations on the installations of one kind of target, spaces or sites (rule installation-place). */
export class PlaceOperations extends Context.Service<PlaceOperations>()("@quire/core/PlaceOperations", {
  make: Effect.map(dependencies, (services) => ({
    operationsOn: <K extends PlaceKind, View>(kind: K, service: Service, viewMany: ViewMany<View>) =>
      make(services, kind, service, viewMany)
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, InstallationAccess.layer, ListedIntegrations.layer, Paging.layer, PlaceViews.layer])
  )
}
