import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, type PlacementAccess } from "../../people/access/Access.ts"
import type { TreeKind } from "../../people/access/AccessFacts.ts"
import * as LockedPlacement from "../../people/placement/LockedPlacement.ts"
import { isActive, isRestorable, type Placement } from "../../people/placement/Placement.ts"
import { Placements, type StoredPlacement } from "../../people/placement/Placements.ts"
import { collection as collectionCollection } from "../collection/Collection.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import { isOpen, SpaceSites } from "../space/SpaceSites.ts"

/** Only deleted spaces and collections can be restored. */
export class NotDeleted extends Schema.TaggedError<NotDeleted>()("NotDeleted", { id: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.id} is not deleted`
  }
}

/** The position of an item, and the time of its deletion. */
const standingOf = ({ deletedAt, parent, position }: Placement) => ({ deletedAt, parent, position })

const isLinkedSpace = ({ kind, sites }: Placement) => kind === "space" && sites.length > 0

/** Sorts items below a collection in tree order. */
const sortAsTheyStand = (rows: ReadonlyArray<StoredPlacement>, all: ReadonlyArray<StoredPlacement>) => {
  const byId = new Map(all.map(({ value }) => [value.id, value]))
  const keyOf = ({ ancestors, id, position }: Placement) =>
    [...ancestors.toReversed().map((above) => [byId.get(above)?.position ?? "", above]), [position, id]].flat()
  const compare = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): number => {
    const at = left.findIndex((each, index) => each !== right[index])
    return (left[at] ?? "") < (right[at] ?? "") ? -1 : 1
  }
  return rows.toSorted((left, right) => compare(keyOf(left.value), keyOf(right.value)))
}

/**
 * Deletes and restores spaces and collections. Whether something is restorable is decided by the clock at every access,
 * never by a job.
 */
export class Deletion extends Context.Service<Deletion>()("@quire/core/Deletion", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const tree = yield* Placements
    const events = yield* Events
    const nextId = yield* IdGenerator
    const sites = yield* SpaceSites
    const { findActive, withActive, withPlacement } = yield* LockedPlacement.LockedPlacement
    const spaces = yield* Repository.make(Repository.withoutCounters(spaceCollection))
    const collections = yield* Repository.make(collectionCollection)

    const eventOn = ({ id, kind, organization }: Placement, subjects: ReadonlyArray<string>) => ({
      organization,
      subjects,
      ...(kind === "space" ? { space: id } : {})
    })

    const announceRestore = (kind: TreeKind, seen: Placement, next: Placement, subjects: ReadonlyArray<string>) =>
      events.announce({
        type: `${kind}s.restore`,
        ...eventOn(seen, subjects),
        before: standingOf(seen),
        after: standingOf(next)
      })

    /** The deleted item, as it was. A space is locked for this, since its content changes without the tree lock. */
    const loadPayload = Effect.fnUntraced(function* ({ id, kind, level }: Placement) {
      const { value } = yield* kind === "space" ? spaces.requireLocked(id) : collections.require(id)
      return { ...value, defaultLevel: level }
    })

    const idsOf = (placements: ReadonlyArray<Placement>) => placements.map(({ id }) => id)

    /** Moves spaces on sites out of a deleted collection, to its parent (rule collection-delete). */
    const rescue = Effect.fnUntraced(function* (
      linked: ReadonlyArray<StoredPlacement>,
      from: StoredPlacement,
      at: number
    ) {
      if (linked.length === 0) return
      const rows = yield* spaces.lock(idsOf(Repository.values(linked)))
      yield* tree.moveToEnd(linked, yield* tree.findParent(from))
      yield* spaces.updateAll([...rows.values()].map((seen) => ({ seen, next: { ...seen.value, updatedAt: at } })))
    })

    /** Shows restored spaces on their sites again, locked where a site is open (rule space-live). */
    const showAgain = Effect.fnUntraced(function* (restored: ReadonlyArray<Placement>, at: number) {
      const rows = yield* spaces.lock(idsOf(restored))
      yield* sites.setHidden(restored, false)
      const published = yield* sites.findPublished(restored)
      yield* spaces.updateAll(
        [...rows.values()].map((seen) => {
          const editMode = isOpen(published.get(seen.value.id)) ? "locked" : seen.value.editMode
          return { seen, next: { ...seen.value, editMode, updatedAt: at } }
        })
      )
    })

    /**
     * Deletes something with everything active below it but spaces on sites, as one deletion. False when the caller
     * may not know of anything to delete.
     */
    const remove = Effect.fnUntraced(function* (wanted: Omit<LockedPlacement.PlacementTarget<never>, "notFound">) {
      const absent = { _tag: "Absent" } as const
      return yield* withActive({ ...wanted, notFound: () => absent }, ({ placement: seen }) =>
        Effect.gen(function* () {
          const deletedAt = yield* Clock.currentTimeMillis
          const deletion = yield* nextId
          const before = yield* loadPayload(seen.value)
          const under = seen.value.kind === "collection" ? yield* tree.listBelow(seen) : []
          const active = under.filter(({ value }) => isActive(value))
          const linked = sortAsTheyStand(
            active.filter(({ value }) => isLinkedSpace(value)),
            under
          )
          const going = [seen, ...active.filter(({ value }) => !isLinkedSpace(value))]
          yield* tree.write(going.map((row) => ({ seen: row, next: { ...row.value, deletedAt, deletion } })))
          const gone = going.map(({ value }) => value)
          yield* tree.count(seen.value.organization, gone, -1)
          yield* rescue(linked, seen, deletedAt)
          yield* sites.setHidden(gone, true)
          const subjects = idsOf([...gone, ...Repository.values(linked)])
          yield* events.announce({ type: `${wanted.kind}s.delete`, ...eventOn(seen.value, subjects), before })
          return true
        })
      ).pipe(Effect.catchTag("Absent", () => Effect.succeed(false)))
    })

    /**
     * Open to callers who could create here if it were not deleted; not found for others, and for everyone once the
     * window has passed (rule space-restore-window).
     */
    const openRestorable = Effect.fnUntraced(function* <E>(wanted: LockedPlacement.PlacementTarget<E>) {
      const { id, kind, notFound } = wanted
      const hidden = () => notFound(id)
      const found = yield* access.placement(kind, id, "content:view", notFound)
      if (isActive(found.placement.value)) {
        yield* findActive(wanted)
        return yield* new NotDeleted({ id })
      }
      const permitted = yield* access
        .placement(kind, id, "content:create", notFound)
        .pipe(Effect.catchTag("Forbidden", () => Effect.fail(hidden())))
      const now = yield* Clock.currentTimeMillis
      if (!isRestorable(permitted.placement.value, now)) return yield* Effect.fail(hidden())
      return permitted
    })

    const revive = Effect.fnUntraced(function* (seen: StoredPlacement) {
      const old = yield* tree.findParent(seen)
      const parent = old !== null && isActive(old) && old.organization === seen.value.organization ? old : null
      const family = { organization: seen.value.organization, parent: parent === null ? null : seen.value.parent }
      const position = yield* tree.siblings.makeKey(family, undefined)
      const fresh = (yield* tree.placements.getMany([seen.value.id])).get(seen.value.id) ?? seen
      const next = yield* tree.change(fresh, parent, { position, deletedAt: null, deletion: null })
      yield* tree.count(next.organization, [next], 1)
      return next
    })

    /**
     * Restores only one space or collection, as the last child of its former parent if that is active, else of the
     * root.
     */
    const restore = Effect.fnUntraced(function* <E>(wanted: LockedPlacement.PlacementTarget<E>) {
      return yield* withPlacement(openRestorable(wanted), ({ placement: seen }: PlacementAccess) =>
        Effect.gen(function* () {
          const next = yield* revive(seen)
          yield* showAgain([next], yield* Clock.currentTimeMillis)
          yield* announceRestore(wanted.kind, seen.value, next, [next.id])
          return next.id
        })
      )
    })

    /**
     * Restores a collection with everything that the same deletion removed and that is still deleted
     * (rule collection-restore).
     */
    const restoreAll = Effect.fnUntraced(function* <E>(wanted: LockedPlacement.PlacementTarget<E>) {
      return yield* withPlacement(openRestorable(wanted), ({ placement: seen }: PlacementAccess) =>
        Effect.gen(function* () {
          const self = seen.value
          const together = (yield* tree.listBelow(seen)).filter(({ value }) => value.deletion === self.deletion)
          const outermostFirst = [...together].sort(
            (left, right) =>
              left.value.ancestors.length - right.value.ancestors.length ||
              (left.value.position < right.value.position ? -1 : 1)
          )
          const next = yield* revive(seen)
          const restored = [next]
          for (const { value } of outermostFirst) {
            const row = (yield* tree.placements.getMany([value.id])).get(value.id)
            if (row !== undefined) restored.push(yield* revive(row))
          }
          yield* showAgain(restored, yield* Clock.currentTimeMillis)
          const ids = [self.id, ...together.map(({ value }) => value.id)]
          yield* announceRestore(wanted.kind, self, next, ids)
          return self.id
        })
      )
    })

    return { remove, restore, restoreAll } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, LockedPlacement.LockedPlacement.layer, Placements.layer])
  )
}
