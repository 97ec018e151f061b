import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { CollectionId, type OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { Access, Forbidden, type PlacementAccess, ReferenceNotFound } from "../../people/access/Access.ts"
import * as LockedPlacement from "../../people/placement/LockedPlacement.ts"
import { findNeighbor, Move, MoveInvalid, type MoveNeighbor, NothingChanged } from "../../people/placement/Move.ts"
import { isActive, type Placement } from "../../people/placement/Placement.ts"
import { Placements, type StoredPlacement } from "../../people/placement/Placements.ts"
import { collection as spaceCollection } from "../space/Space.ts"

const checkMove = checked(Move)
const referenceTo = (field: string) => (id: string) => new ReferenceNotFound({ field, id })

/** Moves of spaces and collections within their organization. */
export class Relocation extends Context.Service<Relocation>()("@quire/core/Relocation", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const tree = yield* Placements
    const events = yield* Events
    const { together } = yield* RowStore
    const { findActive, withActive } = yield* LockedPlacement.LockedPlacement
    const spaces = yield* Repository.make(Repository.withoutCounters(spaceCollection))

    /**
     * Finds the collection that a body names as parent, for a caller who may create there, and the caller as a viewer
     * of it; null is the organization's root.
     */
    const newParent = Effect.fnUntraced(function* (organization: OrganizationId, id: string | null) {
      if (id === null) {
        const viewer = yield* access.organization(organization, "organization:create-content")
        return { viewer, parent: null }
      }
      const notFound = referenceTo("parent")
      const found = yield* findActive({ kind: "collection", id, action: "content:create", notFound })
      const parent = found.placement.value
      if (parent.organization !== organization) return yield* notFound(id)
      return { viewer: found, parent }
    })

    /** The present parent, for a caller who may create there. */
    const presentParent = Effect.fnUntraced(function* ({ placement }: PlacementAccess) {
      const { organization, parent } = placement.value
      if (parent === null) return (yield* newParent(organization, null)).parent
      const refused = () => new Forbidden({ action: "content:create", target: `collection ${parent}` })
      const found = yield* access.placement("collection", parent, "content:create", refused)
      return found.placement.value
    })

    const neighbor = Effect.fnUntraced(function* (found: PlacementAccess, parent: Placement | null, at: MoveNeighbor) {
      if (at.id === found.placement.value.id) {
        return yield* new MoveInvalid({ field: at.path, rule: "must not be the moved item itself" })
      }
      const rows = yield* tree.placements.getMany([at.id])
      const row = rows.get(at.id)
      const isSibling =
        row !== undefined &&
        row.value.kind === at.kind &&
        isActive(row.value) &&
        row.value.organization === found.placement.value.organization &&
        row.value.parent === (parent?.id ?? null)
      const visible = isSibling && (yield* access.rolesOn(found, [row.value])).has(at.id)
      if (!visible) return yield* new ReferenceNotFound({ field: at.path, id: at.id })
      return row
    })

    const isThere = Effect.fnUntraced(function* (
      seen: StoredPlacement,
      parent: Placement | null,
      neighbor: { readonly at: MoveNeighbor; readonly row: StoredPlacement } | undefined
    ) {
      const { id, organization, parent: present } = seen.value
      if (present !== (parent?.id ?? null)) return false
      const family = { organization, parent: present }
      if (neighbor === undefined) return (yield* tree.siblings.findLast(family))?.value.id === id
      const { at, row } = neighbor
      const next =
        at.side === "before" ? tree.siblings.findPrevious(family, row.value) : tree.siblings.findNext(family, row.value)
      return (yield* next)?.value.id === id
    })

    const touchSpace = Effect.fnUntraced(function* (id: string) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* spaces.lock([id])
      for (const seen of rows.values()) yield* spaces.update(seen, { ...seen.value, updatedAt })
    })

    const move = Effect.fnUntraced(function* <E>(wanted: LockedPlacement.PlacementTarget<E>, given: Move) {
      const input = yield* checkMove(given)
      if (input.parent === undefined && input.position === undefined) {
        return yield* new MoveInvalid({ field: "parent", rule: "a move requires a parent or a position" })
      }
      const at = input.position === undefined ? undefined : findNeighbor(input.position)
      if (input.position !== undefined && at === undefined) {
        return yield* new MoveInvalid({ field: "position", rule: "must have exactly one of before and after" })
      }
      return yield* withActive(wanted, (found) =>
        Effect.gen(function* () {
          const seen = found.placement
          const { id, organization } = seen.value
          const parent = yield* input.parent === undefined
            ? presentParent(found)
            : Effect.map(newParent(organization, input.parent), (found) => found.parent)
          if (parent !== null && (parent.id === id || parent.ancestors.some((ancestor) => ancestor === id))) {
            return yield* new MoveInvalid({
              field: "parent",
              rule: "must not be the collection itself or a collection below it"
            })
          }
          const row = at === undefined ? undefined : yield* neighbor(found, parent, at)
          const besides = at === undefined || row === undefined ? undefined : { at, row }
          if (yield* isThere(seen, parent, besides)) return yield* new NothingChanged({ id })
          const family = { organization, parent: parent === null ? null : CollectionId.make(parent.id) }
          const position = yield* tree.siblings.makeKey(
            family,
            besides === undefined ? undefined : { side: besides.at.side, sibling: besides.row.value }
          )
          const fresh = (yield* tree.placements.getMany([id])).get(id) ?? seen
          const next = yield* tree.change(fresh, parent, { position })
          yield* together(
            next.kind === "space" ? touchSpace(id) : Effect.void,
            events.announce({
              type: `${wanted.kind}s.move`,
              organization,
              subjects: [id],
              before: { parent: seen.value.parent, position: seen.value.position },
              after: { parent: next.parent, position: next.position },
              ...(next.kind === "space" ? { space: id } : {})
            })
          )
          return id
        })
      )
    })

    return { newParent, presentParent, move } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, LockedPlacement.LockedPlacement.layer, Placements.layer])
  )
}
