import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { CollectionId, type OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { Access } from "../../people/access/Access.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { EffectiveAccess } from "../../people/placement/EffectiveAccess.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import type { Move } from "../../people/placement/Move.ts"
import { CollectionNotFound, type Placement } from "../../people/placement/Placement.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { TreeListing } from "../../people/placement/TreeListing.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { Deletion } from "../lifecycle/Deletion.ts"
import { Relocation } from "../lifecycle/Relocation.ts"
import { Transfer, type TransferTo } from "../lifecycle/Transfer.ts"
import * as Collection from "./Collection.ts"
import { type CollectionView, collection, patch, untitled, view } from "./Collection.ts"

const checkCreate = checked(Collection.Create)
const checkPatch = checked(Collection.Patch)
const notFound = (id: string) => new CollectionNotFound({ id })

/** Every operation on collections. */
export class Collections extends Context.Service<Collections>()("@quire/core/Collections", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const tree = yield* Placements
    const relocation = yield* Relocation
    const transfers = yield* Transfer
    const deletion = yield* Deletion
    const { findActive, withActive } = yield* LockedPlacement
    const { withTreeLock } = yield* TreeLock
    const { paged } = yield* Paging
    const listing = yield* TreeListing
    const levels = yield* EffectiveAccess
    const events = yield* Events
    const addresses = yield* Addresses
    const nextId = yield* IdGenerator
    const { together } = yield* RowStore
    const repository = yield* Repository.make(collection)

    const views = Effect.fnUntraced(function* (viewer: Viewer, placements: ReadonlyArray<Placement>) {
      const [rows, roles] = yield* together(
        repository.getMany(placements.map(({ id }) => id)),
        access.rolesOn(viewer, placements)
      )
      return placements.flatMap((placement): ReadonlyArray<CollectionView> => {
        const row = rows.get(placement.id)
        const role = roles.get(placement.id)
        return row === undefined || role === undefined ? [] : [view(row.value, { ...addresses, placement, role })]
      })
    })
    /** A collection that the caller has just changed, in its new state. */
    const viewOf = Effect.fnUntraced(function* (id: string) {
      const { placement, role, subject } = yield* access.findPresent("collection", id)
      return view(repository.decode(subject).value, { ...addresses, placement, role })
    })

    const targetOf = <A extends "content:read" | "content:create">(id: string, action: A) => ({
      kind: "collection" as const,
      id,
      action,
      notFound
    })

    /** A collection that the caller may view. */
    const get = operation("Collections.get")(function* (id: string) {
      const { placement, role, subject } = yield* findActive(targetOf(id, "content:read"))
      return view(repository.decode(subject).value, { ...addresses, placement: placement.value, role })
    })

    /** Lists the collections of an organization that the caller may view. */
    const list = operation("Collections.list")(function* (
      organization: OrganizationId,
      request: PageRequest & { readonly nested: boolean }
    ) {
      const viewer = yield* access.organization(organization, "organization:view")
      const source = request.nested
        ? listing.inOrganization(organization, viewer, "collection")
        : listing.children(organization, viewer, null, "collection")
      return yield* paged({
        ...source,
        list: "collections",
        filters: [organization, request.nested],
        request,
        view: (rows) => views(viewer, rows)
      })
    })

    /** Creates a collection, at the top level of the organization or in another collection. */
    const create = operation("Collections.create")(function* (organization: OrganizationId, given: Collection.Create) {
      const input = yield* checkCreate(given)
      yield* access.organization(organization, "organization:view")
      return yield* withTreeLock(
        organization,
        Effect.gen(function* () {
          const [{ parent, viewer }, position] = yield* together(
            relocation.newParent(organization, input.parent ?? null),
            tree.siblings.makeKey({ organization, parent: input.parent ?? null })
          )
          const id = CollectionId.make(yield* nextId)
          const createdBy = yield* callingUser
          const createdAt = yield* Clock.currentTimeMillis
          const made = { id, organization, title: input.title ?? untitled, description: "", createdAt, createdBy }
          const level = "inherit"
          const { grants, placement } = yield* tree.preparePlacement({
            id,
            kind: "collection",
            organization,
            parent,
            position,
            level,
            createdBy
          })
          yield* together(
            tree.add(placement),
            together(
              repository.insert(made),
              events.announce({ type: "collections.create", organization, subjects: [id], after: made })
            )
          )
          return view(made, { ...addresses, placement, role: access.roleWith(grants, viewer, placement) })
        })
      )
    })

    /** Changes the given fields. */
    const update = operation("Collections.update")(function* (id: string, given: Collection.Patch) {
      const changes = yield* checkPatch(given)
      return yield* withActive(targetOf(id, "content:create"), (found) =>
        Effect.gen(function* () {
          const { placement } = found
          const seen = yield* repository.require(id)
          const next = patch(seen.value, changes)
          yield* repository.update(seen, next)
          const level = changes.defaultLevel
          const isLevelNew = level !== undefined && level !== placement.value.level
          if (isLevelNew) yield* levels.set(found, level)
          if (isLevelNew || next !== seen.value) {
            yield* events.announce({
              type: "collections.update",
              organization: next.organization,
              subjects: [id],
              before: { ...seen.value, defaultLevel: placement.value.level },
              after: { ...next, defaultLevel: level ?? placement.value.level }
            })
          }
          return yield* viewOf(id)
        })
      )
    })

    /** Deletes a collection with its content, and returns whether there was something to delete. */
    const remove = (id: string) =>
      deletion.remove({ kind: "collection", id, action: "content:create" }).pipe(traced("Collections.remove"))
    /** Moves a collection to another parent, or to another position in its own. */
    const move = (id: string, input: Move) =>
      Effect.flatMap(relocation.move(targetOf(id, "content:create"), input), viewOf).pipe(traced("Collections.move"))
    /** Moves a collection with what is in it to another organization. */
    const transfer = (id: string, input: TransferTo) =>
      Effect.flatMap(transfers.transfer(targetOf(id, "content:create"), input), viewOf).pipe(
        traced("Collections.transfer")
      )
    /** Restores a deleted collection with the content that was deleted with it. */
    const restore = (id: string) =>
      Effect.flatMap(deletion.restoreAll(targetOf(id, "content:create")), viewOf).pipe(traced("Collections.restore"))

    return { get, list, create, update, remove, move, transfer, restore } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Deletion.layer,
      EffectiveAccess.layer,
      Events.layer,
      LockedPlacement.layer,
      Paging.layer,
      Placements.layer,
      Relocation.layer,
      Transfer.layer,
      TreeListing.layer,
      TreeLock.layer
    ])
  )
}
