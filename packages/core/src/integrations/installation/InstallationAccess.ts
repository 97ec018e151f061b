import { Context, Effect, Layer, Option } from "effect"
import type { InstallationId } from "../../foundation/id/Ids.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import { callingAnyone, type PublishedOnly, type ScopesOnly } from "../../foundation/operation/PublishedOnly.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, Forbidden } from "../../people/access/Access.ts"
import { host, type Viewer } from "../../people/access/Viewer.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { isActive, collection as placementCollection, SpaceNotFound } from "../../people/placement/Placement.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { SiteAccess } from "../../sites/site/SiteAccess.ts"
import { type Integration, collection as integrationCollection } from "../integration/Integration.ts"
import { collection, type Installation, InstallationNotFound, NotInstalledThere } from "./IntegrationInstallation.ts"
import { describePlace, type PlaceKind } from "./PlaceInstallation.ts"

/** An installation for a caller who may know of it. */
export type FoundInstallation = Viewer & {
  readonly installation: Repository.VersionedValue<Installation>
  readonly integration: Integration
}

/** A space or site of an existing or new installation. */
export interface InstallationTarget {
  readonly kind: PlaceKind
  readonly id: string
}

/** What a caller requests at a space or site: to view its installations, or to change them. */
export type Wish = "see" | "change"

/** Access checks of installations (rule installation-who). Every operation on an installation starts here. */
export class InstallationAccess extends Context.Service<InstallationAccess>()("@quire/core/InstallationAccess", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const sites = yield* SiteAccess
    const { decideAndLockTrees } = yield* TreeLock
    const { findActive } = yield* LockedPlacement
    const installations = yield* Repository.make(collection)
    const integrations = yield* Repository.make(integrationCollection)
    const placements = yield* Repository.make(placementCollection)

    const findRow = Effect.fnUntraced(function* (name: string, id: InstallationId) {
      const row = Option.getOrUndefined(yield* installations.get(id))
      if (row === undefined || row.value.integration !== name.toLowerCase())
        return yield* new InstallationNotFound({ id })
      const integration = yield* integrations.require(row.value.integration)
      return { installation: row, integration: integration.value }
    })

    /** Finds an installation for members of its organization who are not guests. */
    const find = Effect.fnUntraced(function* (name: string, id: InstallationId) {
      yield* callingAnyone
      const found = yield* findRow(name, id)
      const viewer = yield* Effect.mapError(
        access.organization(found.installation.value.organization, "organization:list-members"),
        () => new InstallationNotFound({ id })
      )
      return { ...viewer, ...found } satisfies FoundInstallation
    })

    /** Finds an installation of the calling integration; undefined for all other callers (rule installation-own). */
    const findOwn = Effect.fnUntraced(function* (name: string, id: InstallationId) {
      const caller = yield* Actor
      if (caller._tag !== "Integration") return undefined
      const { installation, integration } = caller.acting
      if (integration !== name.toLowerCase() || (installation ?? id) !== id) {
        return yield* new InstallationNotFound({ id })
      }
      return { ...host, ...(yield* findRow(name, id)) } satisfies FoundInstallation
    })

    /** Finds an installation for the integration itself, and for members who are not guests. */
    const findOwnOr = (name: string, id: InstallationId) =>
      Effect.flatMap(findOwn(name, id), (own) => (own === undefined ? find(name, id) : Effect.succeed(own)))

    const administered = (found: FoundInstallation): Effect.Effect<FoundInstallation, Forbidden> =>
      found.isAdmin
        ? Effect.succeed(found)
        : Effect.fail(
            new Forbidden({ action: "organization:admin", target: `installation ${found.installation.value.id}` })
          )

    const treesOf = ({ installation }: Pick<FoundInstallation, "installation">) => [installation.value.organization]

    /** Changes an installation, for administrators, with the tree of its organization locked. */
    const change = <A, E, R>(
      name: string,
      id: InstallationId,
      body: (found: FoundInstallation) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | InstallationNotFound | PublishedOnly | ScopesOnly | Forbidden, R | Actor> =>
      decideAndLockTrees(treesOf, Effect.flatMap(find(name, id), administered), body)

    /** The same for the calling integration itself. */
    const changeOwn = <A, E, R>(
      name: string,
      id: InstallationId,
      body: (found: FoundInstallation) => Effect.Effect<A, E, R>
    ) => decideAndLockTrees(treesOf, Effect.flatMap(findOwnOr(name, id), administered), body)

    const findSpace = Effect.fnUntraced(function* ({ installation }: FoundInstallation, id: string, wish: Wish) {
      const notFound = () => new SpaceNotFound({ id })
      const action = wish === "see" ? "content:view" : "content:create"
      const found = yield* findActive({ kind: "space", id, action, notFound })
      if (found.placement.value.organization !== installation.value.organization) return yield* notFound()
    })

    const findSite = ({ installation: { value } }: FoundInstallation, id: string, wish: Wish) =>
      wish === "see" ? sites.findSite(value.organization, id) : sites.findAdministered(value.organization, id)

    /**
     * Checks that a caller may do that on a space or site. To a caller who may not know of it, it has no installation.
     */
    const findPlace = Effect.fnUntraced(function* (
      found: FoundInstallation,
      { id, kind }: InstallationTarget,
      wish: Wish
    ) {
      const place = describePlace(kind, id)
      const absent = () => Effect.fail(new NotInstalledThere({ installation: found.installation.value.id, place }))
      yield* kind === "space"
        ? Effect.catchTag(findSpace(found, id, wish), "SpaceNotFound", absent)
        : Effect.catchTag(Effect.asVoid(findSite(found, id, wish)), "SiteNotFound", absent)
      return found
    })

    /** Checks that an integration may access a space or site of the organization that it is installed on. */
    const findOwnPlace = Effect.fnUntraced(function* (found: FoundInstallation, { id, kind }: InstallationTarget) {
      const { id: installation, organization } = found.installation.value
      const placement = Option.getOrUndefined(yield* placements.get(id))?.value
      const isThere = placement?.kind === kind && placement.organization === organization && isActive(placement)
      return isThere ? found : yield* new NotInstalledThere({ installation, place: describePlace(kind, id) })
    })

    const findAt = (name: string, id: InstallationId, place: InstallationTarget, wish: Wish) =>
      Effect.flatMap(find(name, id), (found) => findPlace(found, place, wish))

    /** The same for the calling integration itself. */
    const findOwnAt = (name: string, id: InstallationId, place: InstallationTarget, wish: Wish) =>
      Effect.flatMap(findOwn(name, id), (own) =>
        own === undefined ? findAt(name, id, place, wish) : findOwnPlace(own, place)
      )

    /** Changes the installation on a space or site, with the tree of its organization locked. */
    const changeAt = <A, E, R>(
      name: string,
      id: InstallationId,
      place: InstallationTarget,
      body: (found: FoundInstallation) => Effect.Effect<A, E, R>
    ) => decideAndLockTrees(treesOf, findAt(name, id, place, "change"), body)

    /** The same for the calling integration itself. */
    const changeOwnAt = <A, E, R>(
      name: string,
      id: InstallationId,
      place: InstallationTarget,
      body: (found: FoundInstallation) => Effect.Effect<A, E, R>
    ) => decideAndLockTrees(treesOf, findOwnAt(name, id, place, "change"), body)

    return { find, findOwn, findOwnOr, change, changeOwn, findOwnAt, changeAt, changeOwnAt } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, LockedPlacement.layer, SiteAccess.layer, TreeLock.layer])
  )
}
