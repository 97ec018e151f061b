import { Clock, Context, Effect, Layer } from "effect"
import type { CollectionId, OrganizationId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { Access } from "../access/Access.ts"
import { AccessFacts, type PlacementKind, type SpaceRows } from "../access/AccessFacts.ts"
import { readerKeys } from "../access/Decision.ts"
import { atLeast } from "../access/Role.ts"
import type { Viewer } from "../access/Viewer.ts"
import { collection, limits, type Placement } from "./Placement.ts"
import { collection as treeCollection } from "./TreeLock.ts"

/** Limit of the count of lists filtered by permission (rule list-count). */
const countCap = 10_001

/** Sources of placement lists for `Paging.paged`. */
export class TreeListing extends Context.Service<TreeListing>()("@quire/core/TreeListing", {
  make: Effect.gen(function* () {
    const placements = yield* Repository.make(collection)
    const trees = yield* Repository.make(treeCollection)
    const facts = yield* AccessFacts
    const access = yield* Access

    const hideAboveCap = (count: number) => (count < countCap ? count : undefined)

    /** All placements of a kind in an organization, at every depth, by id. */
    const inOrganization = (
      organization: OrganizationId,
      viewer: Viewer,
      kind: PlacementKind,
      direction: "asc" | "desc" = "asc"
    ) => {
      const keys = readerKeys(viewer.member)
      const asAdmin = {
        load: (after: Keyset | undefined, limit: number) =>
          placements
            .list("inOrganization", {
              equals: { organization, kind, active: true },
              direction,
              limit,
              after: after === undefined ? undefined : { order: [], id: after.id }
            })
            .pipe(Effect.map(Repository.values)),
        count: Effect.map(trees.getMany([organization]), (rows) => rows.get(organization)?.counters[`${kind}s`] ?? 0)
      }
      const asReader = {
        load: Effect.fnUntraced(function* (after: Keyset | undefined, limit: number) {
          const rows = yield* facts.readable(organization, kind, keys, { after: after?.id ?? "", limit, direction })
          return Repository.values(rows.map(placements.decode))
        }),
        count: Effect.map(facts.countReadable(organization, kind, keys, countCap), hideAboveCap)
      }
      return {
        ...(viewer.isAdmin ? asAdmin : asReader),
        keyset: (self: Placement): Keyset => ({ order: [], id: self.id })
      }
    }

    /** The number of rows of a collection in the spaces that the viewer can read. */
    const countInSpaces = (organization: OrganizationId, viewer: Viewer, rows: SpaceRows) =>
      viewer.isAdmin
        ? facts.countInSpaces(organization, rows, undefined)
        : Effect.map(facts.countInSpaces(organization, rows, readerKeys(viewer.member), countCap), hideAboveCap)

    /** The direct children of a kind under a parent (null: the root), by position. */
    const children = (
      organization: OrganizationId,
      viewer: Viewer,
      parent: CollectionId | null,
      kind: PlacementKind
    ) => {
      const equals = { organization, parent: parent ?? "", kind, active: true }
      const has = { readers: viewer.isAdmin ? undefined : { any: readerKeys(viewer.member) } }
      return {
        load: (after: Keyset | undefined, limit: number) =>
          placements.list("children", { equals, has, limit, after }).pipe(Effect.map(Repository.values)),
        count: Effect.map(
          placements.count("children", { equals, has }, viewer.isAdmin ? undefined : countCap),
          (count) => (viewer.isAdmin ? count : hideAboveCap(count))
        ),
        keyset: (self: Placement) => placements.keyset("children", self)
      }
    }

    /**
     * The deleted spaces that the viewer may restore now, latest deletion first. They are all read together, because only
     * those of the last seven days can be restored (rule space-restorable).
     */
    const restorable = Effect.fnUntraced(function* (organization: OrganizationId, viewer: Viewer) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* placements.list("deletedIn", {
        equals: { organization, kind: "space", active: false },
        range: { from: now - limits.restoreMilliseconds + 1 },
        direction: "desc",
        limit: noLimit
      })
      const roles = yield* access.rolesOn(viewer, Repository.values(rows))
      const theirs = Repository.values(rows).filter(({ id }) => atLeast(roles.get(id) ?? null, "create"))
      const listAfter = ({ id, order: [deletedAt] }: Keyset) =>
        theirs.filter((self) =>
          self.deletedAt === deletedAt ? CodePoint.compare(self.id, id) < 0 : Number(self.deletedAt) < Number(deletedAt)
        )
      return {
        load: (after: Keyset | undefined, limit: number) =>
          Effect.succeed((after === undefined ? theirs : listAfter(after)).slice(0, limit)),
        count: Effect.succeed(viewer.isAdmin ? theirs.length : hideAboveCap(theirs.length)),
        keyset: (self: Placement) => placements.keyset("deletedIn", self)
      }
    })

    return { inOrganization, countInSpaces, children, restorable } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Access.layer))
}
