import { Context, Effect, Equivalence, Layer } from "effect"
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing"
import { CollectionId, type OrganizationId, type UserId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { AccessFacts, type PlacementKind } from "../access/AccessFacts.ts"
import { type Grant, collection as grantCollection } from "../grant/Grant.ts"
import { GrantCounts } from "../grant/GrantCounts.ts"
import { inherit, inheritBelow, listReaders } from "./Inheritance.ts"
import { accessScope, collection, isActive, limits, type Placement } from "./Placement.ts"
import { TreeLock, collection as treeCollection } from "./TreeLock.ts"

/** Siblings share an organization and a parent (null at the root). */
export interface Family {
  readonly organization: OrganizationId
  readonly parent: string | null
}

type Row = Repository.VersionedValue<Placement>

/** The order of active siblings of both kinds. Used with the organization's tree locked (rule collection-order). */
export class Siblings extends Context.Service<Siblings>()("@quire/core/Siblings", {
  make: Effect.gen(function* () {
    const placements = yield* Repository.make(collection)

    const equals = ({ organization, parent }: Family) => ({ organization, parent: parent ?? "", active: true })
    const findNearest = (family: Family, direction: "asc" | "desc", from?: Placement) =>
      Effect.map(
        placements.list("siblings", {
          equals: equals(family),
          direction,
          limit: 1,
          ...(from === undefined ? {} : { after: placements.keyset("siblings", from) })
        }),
        ([row]) => row
      )

    const findLast = (family: Family) => findNearest(family, "desc")
    const findPrevious = (family: Family, of: Placement) => findNearest(family, "desc", of)
    const findNext = (family: Family, of: Placement) => findNearest(family, "asc", of)

    /** Gives all siblings short keys again, in the current order. */
    const renumber = Effect.fnUntraced(function* (family: Family) {
      const rows = yield* placements.list("siblings", { equals: equals(family), limit: noLimit })
      const keys = generateNKeysBetween(null, null, rows.length)
      const moves = rows.flatMap((seen, index) => {
        const position = keys[index]
        return position === undefined ? [] : [{ seen, next: { ...seen.value, position } }]
      })
      yield* placements.updateAll(moves)
    })

    const isShort = (key: string) => key.length <= limits.positionLength

    const makeKeyBetween = (before: Row | undefined, after: Row | undefined): string | undefined => {
      const low = before?.value.position ?? null
      const high = after?.value.position ?? null
      if (low !== null && high !== null && low >= high) return undefined
      const key = generateKeyBetween(low, high)
      return isShort(key) ? key : undefined
    }

    /** Creates a key right before or after a sibling, or at the end; renumbers if there is no short key. */
    const makeKey = Effect.fnUntraced(function* (
      family: Family,
      neighbor?: { readonly side: "before" | "after"; readonly sibling: Placement }
    ) {
      const find = Effect.gen(function* () {
        if (neighbor === undefined) return makeKeyBetween(yield* findLast(family), undefined)
        const row = yield* Effect.flatMap(placements.get(neighbor.sibling.id), Effect.fromOption)
        return neighbor.side === "before"
          ? makeKeyBetween(yield* findPrevious(family, row.value), row)
          : makeKeyBetween(row, yield* findNext(family, row.value))
      })
      const key = yield* find
      if (key !== undefined) return key
      yield* renumber(family)
      return yield* Effect.flatMap(find, Effect.fromNullishOr)
    }, Effect.orDie)

    /** Creates keys for several resources at the end, in order; renumbers if there are no short keys. */
    const makeLastKeys = Effect.fnUntraced(function* (family: Family, count: number) {
      const find = Effect.map(findLast(family), (last) =>
        generateNKeysBetween(last?.value.position ?? null, null, count)
      )
      const keys = yield* find
      if (keys.every(isShort)) return keys
      yield* renumber(family)
      return yield* find
    })

    return { findLast, findPrevious, findNext, makeKey, makeLastKeys } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

export type StoredPlacement = Repository.VersionedValue<Placement>

type Change = Partial<Pick<Placement, "level" | "position" | "deletedAt" | "deletion" | "sites">>

const equalReaders = Equivalence.Array(Equivalence.String)

const counters = { space: "spaces", collection: "collections", site: "sites" } as const

/**
 * Writes placements. Every write happens inside a transaction that has locked the trees of the organizations that it
 * touches (`lock`). Subtrees and their readers are rewritten in a constant number of statements.
 */
export class Placements extends Context.Service<Placements>()("@quire/core/Placements", {
  make: Effect.gen(function* () {
    const placements = yield* Repository.make(collection)
    const { together } = yield* RowStore
    const trees = yield* Repository.make(treeCollection)
    const { lock } = yield* TreeLock
    const grants = yield* Repository.make(grantCollection)
    const facts = yield* AccessFacts
    const siblings = yield* Siblings
    const grantCounts = yield* GrantCounts

    /** All grants that apply to any of the placements; `unknown` is a new resource, which has no grants yet. */
    const listGrantsOn = Effect.fnUntraced(function* (changed: ReadonlyArray<Placement>, unknown?: string) {
      const all = new Set(changed.filter(isActive).flatMap(accessScope))
      const scopes = [...all].filter((resource) => resource !== unknown)
      if (scopes.length === 0) return []
      const found = yield* grants.list("onResource", { equals: { resource: { in: scopes } }, limit: noLimit })
      return found.map(({ value }) => value)
    })
    const addReaders = (changed: ReadonlyArray<Placement>, granted: ReadonlyArray<Grant>) =>
      changed.map((each) => ({ ...each, readers: listReaders(each, granted) }))
    const indexReaders = (changed: ReadonlyArray<Placement>) =>
      facts.setReaders(
        changed.map(({ id, kind, organization, readers }) => ({ organization, kind, placement: id, keys: readers }))
      )

    const write = Effect.fnUntraced(function* (
      rows: ReadonlyArray<{ readonly seen: StoredPlacement; readonly next: Placement }>
    ) {
      if (rows.length === 0) return
      const bare = rows.map(({ next }) => next)
      const nexts = addReaders(bare, yield* listGrantsOn(bare))
      yield* placements.updateAll(rows.map(({ next, seen }, index) => ({ seen, next: nexts[index] ?? next })))
      const relisted = nexts.filter((next, at) => {
        const seen = rows[at]?.seen.value
        return seen?.organization !== next.organization || !equalReaders(seen.readers, next.readers)
      })
      if (relisted.length > 0) yield* indexReaders(relisted)
    })

    const countPlaced = Effect.fnUntraced(function* (
      organization: OrganizationId,
      changed: ReadonlyArray<Placement>,
      by: 1 | -1
    ) {
      const deltas: { [counter: string]: number } = {}
      for (const { kind } of changed) deltas[counters[kind]] = (deltas[counters[kind]] ?? 0) + by
      yield* trees.add(organization, deltas)
    })

    /**
     * Counts placements that became active in an organization (1) or stopped being active (-1), and the grants on them.
     */
    const count = Effect.fnUntraced(function* (
      organization: OrganizationId,
      changed: ReadonlyArray<Placement>,
      by: 1 | -1
    ) {
      yield* countPlaced(organization, changed, by)
      const spaces = changed.filter(({ kind }) => kind === "space")
      yield* grantCounts.countSpaces(
        organization,
        spaces.map(({ id }) => id),
        by
      )
    })

    /** Everything below a collection, or all spaces on a site; deleted or not. */
    const listBelow = ({ value }: StoredPlacement) =>
      placements.list("inOrganization", {
        equals: {
          organization: value.organization,
          kind: { in: ["space", "collection"] },
          active: { in: [true, false] }
        },
        has: { ancestors: value.id },
        limit: noLimit
      })

    const toParent = (parent: Placement | null) =>
      parent === null ? null : { ...parent, id: CollectionId.make(parent.id) }

    /** The placement of a new resource, and the grants that apply to it; `position` is a key among its siblings. */
    const preparePlacement = Effect.fnUntraced(function* (input: {
      readonly id: string
      readonly kind: PlacementKind
      readonly organization: OrganizationId
      readonly parent: Placement | null
      readonly position: string
      readonly level: Placement["level"]
      readonly createdBy: UserId | null
    }) {
      const parent = toParent(input.parent)
      const sites: Placement["sites"] = []
      const bare: Placement = {
        ...input,
        sites,
        ...inherit({ ...input, sites }, parent),
        parent: parent?.id ?? null,
        readers: [],
        deletedAt: null,
        deletion: null
      }
      const grants = yield* listGrantsOn([bare], input.id)
      return { placement: { ...bare, readers: listReaders(bare, grants) }, grants }
    })

    const add = (made: Placement) =>
      together(placements.insertAll([made]), together(indexReaders([made]), countPlaced(made.organization, [made], 1)))

    const rewrite = Effect.fnUntraced(function* (
      self: { readonly seen: StoredPlacement; readonly next: Placement },
      under: ReadonlyArray<StoredPlacement>,
      parent: Placement | null,
      fields: Change
    ) {
      const placed = { ...self.next, ...fields, parent: parent === null ? null : CollectionId.make(parent.id) }
      const next: Placement = { ...placed, ...inherit(placed, toParent(parent)) }
      const nexts = inheritBelow(
        next,
        under.map(({ value }) => value),
        CollectionId.make
      )
      const byId = new Map(under.map((row) => [row.value.id, row]))
      yield* write([
        { seen: self.seen, next },
        ...nexts.flatMap((each) => {
          const row = byId.get(each.id)
          return row === undefined ? [] : [{ seen: row, next: each }]
        })
      ])
      return next
    })

    /**
     * Gives a placement a new parent, position, level or sites, and rewrites the inherited access of the placements
     * below.
     */
    const change = Effect.fnUntraced(function* (seen: StoredPlacement, parent: Placement | null, fields: Change) {
      const under = seen.value.kind === "collection" ? yield* listBelow(seen) : []
      return yield* rewrite({ seen, next: seen.value }, under, parent, fields)
    })

    /** Moves spaces to the end of a collection, or of the root if it is null, in this order. */
    const moveToEnd = Effect.fnUntraced(function* (rows: ReadonlyArray<StoredPlacement>, parent: Placement | null) {
      const [first] = rows
      if (first === undefined) return
      const above = toParent(parent)
      const family = { organization: first.value.organization, parent: above?.id ?? null }
      const keys = yield* siblings.makeLastKeys(family, rows.length)
      yield* write(
        rows.map((seen, at) => {
          const placed = { ...seen.value, parent: family.parent, position: keys[at] ?? seen.value.position }
          return { seen, next: { ...placed, ...inherit(placed, above) } }
        })
      )
    })

    /** Changes the sites of spaces; each keeps its position in the tree. */
    const setSites = Effect.fnUntraced(function* (sitesOf: ReadonlyMap<string, Placement["sites"]>) {
      const rows = yield* placements.getMany([...sitesOf.keys()])
      const parents = yield* placements.getMany([...rows.values()].flatMap(({ value }) => value.parent ?? []))
      yield* write(
        [...rows.values()].map((seen) => {
          const parent = seen.value.parent === null ? undefined : parents.get(seen.value.parent)
          const placed = { ...seen.value, sites: sitesOf.get(seen.value.id) ?? seen.value.sites }
          return { seen, next: { ...placed, ...inherit(placed, toParent(parent?.value ?? null)) } }
        })
      )
    })

    /** Moves a placement to the root of another organization, to which everything below has already been rewritten. */
    const changeIn = Effect.fnUntraced(function* (
      organization: OrganizationId,
      seen: StoredPlacement,
      fields: { readonly position: string }
    ) {
      const arrived: StoredPlacement = { ...seen, value: { ...seen.value, organization, createdBy: null } }
      const under = arrived.value.kind === "collection" ? yield* listBelow(arrived) : []
      return yield* rewrite({ seen, next: arrived.value }, under, null, fields)
    })

    /** Permanently deletes the placement of a site with its grants; its spaces have already been removed from it. */
    const removeSite = Effect.fnUntraced(function* ({ id, kind, organization }: Placement) {
      yield* facts.setReaders([{ organization, kind, placement: id, keys: [] }])
      yield* placements.remove([id])
    })

    const findParent = Effect.fnUntraced(function* ({ value }: StoredPlacement) {
      if (value.parent === null) return null
      const found = yield* placements.getMany([value.parent])
      return found.get(value.parent)?.value ?? null
    })

    /**
     * Removes a user as the creator of all resources in the organization, together with the access that this gave them
     * (rule access-closed).
     */
    const disown = Effect.fnUntraced(function* (organization: OrganizationId, user: UserId) {
      const made = yield* placements.list("byCreator", { equals: { organization, creator: user }, limit: noLimit })
      const owned = made.filter(({ value }) => value.accessOwners.includes(user))
      const kind = { in: ["space", "collection"] }
      const under =
        owned.length === 0
          ? []
          : yield* placements.list("inOrganization", {
              equals: { organization, kind, active: { in: [true, false] } },
              has: { ancestors: { any: owned.map(({ value }) => value.id) } },
              limit: noLimit
            })
      const rows = [...new Map([...made, ...under].map((row) => [row.value.id, row])).values()]
      const changes = rows.map((seen) => ({
        seen,
        next: {
          ...seen.value,
          createdBy: seen.value.createdBy === user ? null : seen.value.createdBy,
          accessOwners: seen.value.accessOwners.filter((owner) => owner !== user)
        }
      }))
      yield* write(changes)
    })

    return {
      placements,
      siblings,
      lock,
      preparePlacement,
      add,
      change,
      changeIn,
      moveToEnd,
      setSites,
      listBelow,
      write,
      count,
      removeSite,
      findParent,
      disown
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([GrantCounts.layer, Siblings.layer, TreeLock.layer])
  )
}
