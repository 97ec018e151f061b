import { Clock, Effect } from "effect"
import { Access } from "../access/Access.ts"
import { AccessFacts, type PlacementKind } from "../access/AccessFacts.ts"
import { readerKeys } from "../access/Decision.ts"
import { atLeast } from "../access/Role.ts"
import type { CollectionId } from "../collection/CollectionId.ts"
import * as CodePoint from "../content/CodePoint.ts"
import type { Member } from "../member/Member.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import * as Repository from "../store/Repository.ts"
import type { Keyset } from "../store/RowStore.ts"
import { collection as treeCollection } from "./OrganizationTree.ts"
import { collection, limits, type Placement } from "./Placement.ts"

/** Lists trimmed by permission count no further than this (decisions L3). */
const countCap = 10_001

/** Whose list it is: the organization, their row in it, and whether they see everything. */
export interface Viewer {
  readonly organization: OrganizationId
  readonly member: Member | null
  readonly isAdmin: boolean
}

/** How a list of placements is loaded and counted: two sources for `Paging.paged`. */
export const make = Effect.gen(function* () {
  const placements = yield* Repository.make(collection)
  const trees = yield* Repository.make(treeCollection)
  const facts = yield* AccessFacts
  const access = yield* Access

  const values = (rows: ReadonlyArray<Repository.Versioned<Placement>>) => rows.map(({ value }) => value)
  const capped = (count: number) => (count < countCap ? count : undefined)

  /** Everything of a kind in an organization, at every depth, by id. */
  const inOrganization = (viewer: Viewer, kind: PlacementKind, direction: "asc" | "desc" = "asc") => {
    const { organization } = viewer
    const keys = readerKeys(viewer.member)
    const counter = kind === "space" ? "spaces" : "collections"
    const asAdmin = {
      load: (after: Keyset | undefined, limit: number) =>
        placements
          .list("inOrganization", {
            equals: { organization, kind, active: true },
            direction,
            limit,
            ...(after === undefined ? {} : { after: { order: [], id: after.id } })
          })
          .pipe(Effect.map(values)),
      count: Effect.map(trees.getMany([organization]), (rows) => rows.get(organization)?.counters[counter] ?? 0)
    }
    const asReader = {
      load: Effect.fnUntraced(function* (after: Keyset | undefined, limit: number) {
        const rows = yield* facts.readable(organization, kind, keys, { after: after?.id ?? "", limit, direction })
        return values(rows.map(placements.decode))
      }),
      count: Effect.map(facts.countReadable(organization, kind, keys, countCap), capped)
    }
    return {
      ...(viewer.isAdmin ? asAdmin : asReader),
      keyset: (self: Placement): Keyset => ({ order: [], id: self.id })
    }
  }

  /** Direct children of a kind under a parent (null: the root), by position. */
  const children = (viewer: Viewer, parent: CollectionId | null, kind: PlacementKind) => {
    const equals = { organization: viewer.organization, parent: parent ?? "", kind, active: true }
    const trim = viewer.isAdmin ? {} : { has: { readers: { any: readerKeys(viewer.member) } } }
    return {
      load: (after: Keyset | undefined, limit: number) =>
        placements
          .list("children", { equals, limit, ...trim, ...(after === undefined ? {} : { after }) })
          .pipe(Effect.map(values)),
      count: Effect.map(
        placements.count("children", { equals, ...trim }, viewer.isAdmin ? undefined : countCap),
        (count) => (viewer.isAdmin ? count : capped(count))
      ),
      keyset: (self: Placement) => placements.keyset("children", self)
    }
  }

  /** Deleted spaces that the viewer could restore now, newest deletion first: as many as seven days leave behind. */
  const restorable = Effect.fnUntraced(function* ({ member, organization }: Viewer) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* placements.list("deletedIn", {
      equals: { organization, kind: "space", active: false },
      range: { from: now - limits.restoreMilliseconds + 1 },
      direction: "desc",
      limit: countCap
    })
    const roles = yield* access.rolesOn(member, values(rows))
    const theirs = values(rows).filter(({ id }) => atLeast(roles.get(id) ?? null, "create"))
    const beyond = ({ id, order: [deletedAt] }: Keyset) =>
      theirs.filter((self) =>
        self.deletedAt === deletedAt ? CodePoint.compare(self.id, id) < 0 : Number(self.deletedAt) < Number(deletedAt)
      )
    return {
      load: (after: Keyset | undefined, limit: number) =>
        Effect.succeed((after === undefined ? theirs : beyond(after)).slice(0, limit)),
      count: Effect.succeed(theirs.length),
      keyset: (self: Placement) => placements.keyset("deletedIn", self)
    }
  })

  return { inOrganization, children, restorable } as const
})
