import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { CollectionId, type OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation, traced } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { Access } from "../../people/access/Access.ts"
import type { ContentAction } from "../../people/access/Decision.ts"
import { atLeast } from "../../people/access/Role.ts"
import { EffectiveAccess } from "../../people/placement/EffectiveAccess.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import type { Move } from "../../people/placement/Move.ts"
import {
  CollectionNotFound,
  isActive,
  isRestorable,
  type Placement,
  SpaceNotFound
} from "../../people/placement/Placement.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { TreeListing } from "../../people/placement/TreeListing.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { Deletion } from "../lifecycle/Deletion.ts"
import { Relocation } from "../lifecycle/Relocation.ts"
import { Transfer, type TransferTo } from "../lifecycle/Transfer.ts"
import { Revisions } from "../revision/Revisions.ts"
import * as Space from "./Space.ts"
import { collection, EmojiAndIcon, outwardView, patch, untitled } from "./Space.ts"
import { isOpen, SpacePublished, SpaceSites } from "./SpaceSites.ts"
import { SpaceViews } from "./SpaceViews.ts"

const checkCreate = checked(Space.Create)
const checkPatch = checked(Space.Patch)
const notFound = (id: string) => new SpaceNotFound({ id })
const targetOf = (id: string, action: ContentAction) => ({ kind: "space" as const, id, action, notFound })

/** Every operation on spaces. */
export class Spaces extends Context.Service<Spaces>()("@quire/core/Spaces", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const tree = yield* Placements
    const relocation = yield* Relocation
    const transfers = yield* Transfer
    const deletion = yield* Deletion
    const revisions = yield* Revisions
    const views = yield* SpaceViews
    const sites = yield* SpaceSites
    const addresses = yield* Addresses
    const { findActive, withActive } = yield* LockedPlacement
    const { withTreeLock } = yield* TreeLock
    const { paged } = yield* Paging
    const listing = yield* TreeListing
    const levels = yield* EffectiveAccess
    const events = yield* Events
    const nextId = yield* IdGenerator
    const { together } = yield* RowStore
    const spaces = yield* Repository.make(collection)
    const documents = yield* Repository.make(Repository.withoutCounters(collection))

    /** Shows a deleted space only to those who could restore it, until its window has passed (rule space-deleted). */
    const getAsMember = Effect.fnUntraced(function* (id: string) {
      const found = yield* access.placement("space", id, "content:view", notFound)
      const placement = found.placement.value
      const shown =
        isActive(placement) ||
        (atLeast(found.role, "create") && isRestorable(placement, yield* Clock.currentTimeMillis))
      if (!shown) return yield* notFound(id)
      return yield* views.ofFound({ row: spaces.decode(found.subject), placement, role: found.role })
    })

    /**
     * What callers without a role can see of a space: the space itself while it is published on an open site. A hidden
     * space takes as many statements as one that does not exist (rule request-absence).
     */
    const getOutward = Effect.fnUntraced(function* (id: string) {
      const placement = Option.getOrUndefined(yield* tree.placements.get(id))?.value
      const on = placement?.sites ?? []
      if (!(yield* sites.isAnyOpen(on.length === 0 ? [id] : on))) return yield* notFound(id)
      if (placement === undefined || placement.kind !== "space" || !isActive(placement)) return yield* notFound(id)
      const published = (yield* sites.findPublished([placement])).get(id)
      const space = Option.getOrUndefined(yield* documents.get(id))?.value
      if (published === undefined || space === undefined || !isOpen(published)) return yield* notFound(id)
      return outwardView(space, { ...addresses, published })
    })

    /** A space; of one on which the caller has no role, no more than its visibility shows (rule access-visibility). */
    const get = operation("Spaces.get")(function* (id: string) {
      return yield* Effect.catchTag(getAsMember(id), "SpaceNotFound", () => getOutward(id))
    })

    /** Lists the spaces of an organization that the caller may view, at every depth. */
    const list = operation("Spaces.list")(function* (organization: OrganizationId, request: PageRequest) {
      const viewer = yield* access.organization(organization, "organization:view")
      const source = listing.inOrganization(organization, viewer, "space")
      return yield* paged({
        ...source,
        list: "spaces",
        filters: organization,
        request,
        view: (rows) => views.many(viewer, rows)
      })
    })

    /** Lists deleted spaces that the caller could restore, newest deletion first (rule space-restorable). */
    const listDeleted = operation("Spaces.listDeleted")(function* (organization: OrganizationId, request: PageRequest) {
      const viewer = yield* access.organization(organization, "organization:view")
      const source = yield* listing.restorable(organization, viewer)
      return yield* paged({
        ...source,
        list: "spaces.deleted",
        filters: organization,
        request,
        view: (rows) => views.many(viewer, rows)
      })
    })

    /** Lists the spaces directly in a collection, by position. */
    const listIn = operation("Spaces.listIn")(function* (id: string, request: PageRequest) {
      const found = yield* findActive({
        kind: "collection",
        id,
        action: "content:read",
        notFound: () => new CollectionNotFound({ id })
      })
      const { organization } = found.placement.value
      const source = listing.children(organization, found, CollectionId.make(id), "space")
      return yield* paged({
        ...source,
        list: "collection.spaces",
        filters: id,
        request,
        view: (rows) => views.many(found, rows)
      })
    })

    /** Creates a space with an empty page of content, at the top level of the organization or in a collection. */
    const create = operation("Spaces.create")(function* (organization: OrganizationId, given: Space.Create) {
      const input = yield* checkCreate(given)
      yield* access.organization(organization, "organization:view")
      return yield* withTreeLock(
        organization,
        Effect.gen(function* () {
          const [{ parent, viewer }, position] = yield* together(
            relocation.newParent(organization, input.parent ?? null),
            tree.siblings.makeKey({ organization, parent: input.parent ?? null })
          )
          const id = SpaceId.make(yield* nextId)
          const createdBy = yield* callingUser
          const createdAt = yield* Clock.currentTimeMillis
          const revision = yield* revisions.nextId
          const made = {
            id,
            organization,
            title: input.title ?? untitled,
            emoji: input.emoji ?? "",
            icon: null,
            editMode: input.editMode ?? "locked",
            createdAt,
            updatedAt: createdAt,
            revision,
            createdBy
          } as const
          const level = "inherit"
          const { grants, placement } = yield* tree.preparePlacement({
            id,
            kind: "space",
            organization,
            parent,
            position,
            level,
            createdBy
          })
          const [row] = yield* together(
            spaces.insert(made),
            together(
              together(
                tree.add(placement),
                revisions.insert({ id: revision, space: id, parents: [], root: "", type: "edits" })
              ),
              events.announce({ type: "spaces.create", organization, space: id, subjects: [id], after: made })
            )
          )
          return yield* views.ofFound({ row, placement, role: access.roleWith(grants, viewer, placement) })
        })
      )
    })

    const checkMayBeLive = Effect.fnUntraced(function* (placement: Placement) {
      const published = yield* sites.findPublished([placement])
      if (isOpen(published.get(placement.id))) return yield* new SpacePublished({ id: placement.id })
    })

    /** Changes the given fields. */
    const update = operation("Spaces.update")(function* (id: string, given: Space.Patch) {
      const changes = yield* checkPatch(given)
      if (typeof changes.emoji === "string" && typeof changes.icon === "string") return yield* new EmojiAndIcon()
      return yield* withActive(targetOf(id, "content:create"), (found) =>
        Effect.gen(function* () {
          const { placement } = found
          const seen = yield* documents.requireLocked(id)
          const changed = patch(seen.value, changes)
          const level = changes.defaultLevel
          const isLevelNew = level !== undefined && level !== placement.value.level
          if (changed === seen.value && !isLevelNew) return yield* views.one(id)
          if (changed.editMode === "live" && seen.value.editMode !== "live") yield* checkMayBeLive(placement.value)
          if (isLevelNew) yield* levels.set(found, level)
          const next = { ...changed, updatedAt: yield* Clock.currentTimeMillis }
          yield* together(
            documents.update(seen, next),
            events.announce({
              type: "spaces.update",
              organization: next.organization,
              space: id,
              subjects: [id],
              before: { ...seen.value, defaultLevel: placement.value.level },
              after: { ...next, defaultLevel: level ?? placement.value.level }
            })
          )
          return yield* views.one(id)
        })
      )
    })

    /** Deletes a space, which can be restored for some days, and returns whether there was something to delete. */
    const remove = (id: string) =>
      deletion.remove({ kind: "space", id, action: "content:create" }).pipe(traced("Spaces.remove"))
    /** Moves a space to another parent, or to another position in its own. */
    const move = (id: string, input: Move) =>
      Effect.flatMap(relocation.move(targetOf(id, "content:create"), input), views.one).pipe(traced("Spaces.move"))
    /** Moves a space to another organization. */
    const transfer = (id: string, input: TransferTo) =>
      Effect.flatMap(transfers.transfer(targetOf(id, "content:create"), input), views.one).pipe(
        traced("Spaces.transfer")
      )
    /** Restores a deleted space. */
    const restore = (id: string) =>
      Effect.flatMap(deletion.restore(targetOf(id, "content:create")), views.one).pipe(traced("Spaces.restore"))

    return { get, list, listDeleted, listIn, create, update, remove, move, transfer, restore } as const
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
      Revisions.layer,
      SpaceViews.layer,
      Transfer.layer,
      TreeListing.layer,
      TreeLock.layer
    ])
  )
}
