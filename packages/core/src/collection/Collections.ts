import { Clock, Context, Effect, Layer } from "effect"
import { callingUser } from "../Actor.ts"
import { Addresses } from "../Addresses.ts"
import { Access } from "../access/Access.ts"
import { Events } from "../events/Events.ts"
import { IdGenerator } from "../IdGenerator.ts"
import { checked } from "../Input.ts"
import type { Member } from "../member/Member.ts"
import { operation, traced } from "../Operation.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import { type PageRequest, Paging } from "../paging/Paging.ts"
import { Deletion } from "../placement/Deletion.ts"
import * as Levels from "../placement/Levels.ts"
import * as Listing from "../placement/Listing.ts"
import * as Locked from "../placement/Locked.ts"
import type { Move } from "../placement/Move.ts"
import type { Placement } from "../placement/Placement.ts"
import { Placements } from "../placement/Placements.ts"
import { Relocation } from "../placement/Relocation.ts"
import { Transfer, type TransferTo } from "../placement/Transfer.ts"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import { RowStore } from "../store/RowStore.ts"
import { collection } from "./Collection.ts"
import { CollectionId } from "./CollectionId.ts"
import { CollectionNotFound, Create, Patch, patch, untitled } from "./CollectionInput.ts"
import { type CollectionView, view } from "./CollectionView.ts"

const checkCreate = checked(Create)
const checkPatch = checked(Patch)
const notFound = (id: string) => new CollectionNotFound({ id })

/** Every operation on collections (api.md 4.6). */
export class Collections extends Context.Service<Collections>()("@quire/core/Collections", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const tree = yield* Placements
    const relocation = yield* Relocation
    const transfers = yield* Transfer
    const deletion = yield* Deletion
    const { active, locked } = yield* Locked.make
    const mutation = yield* Mutation.make
    const { paged } = yield* Paging
    const listing = yield* Listing.make
    const levels = yield* Levels.make
    const events = yield* Events
    const addresses = yield* Addresses
    const nextId = yield* IdGenerator
    const { together } = yield* RowStore
    const repository = yield* Repository.make(collection)

    const views = Effect.fnUntraced(function* (member: Member | null, placements: ReadonlyArray<Placement>) {
      const [rows, roles] = yield* together(
        repository.getMany(placements.map(({ id }) => id)),
        access.rolesOn(member, placements)
      )
      return placements.flatMap((placement): ReadonlyArray<CollectionView> => {
        const row = rows.get(placement.id)
        const role = roles.get(placement.id)
        return row === undefined || role === undefined ? [] : [view(row.value, { ...addresses, placement, role })]
      })
    })
    /** One that the caller has just changed, as they see it now. */
    const one = Effect.fnUntraced(function* (id: string) {
      const { placement, role, subject } = yield* access.present("collection", id)
      return view(repository.decode(subject).value, { ...addresses, placement, role })
    })

    const wanted = <A extends "content:read" | "content:create">(id: string, action: A) => ({
      kind: "collection" as const,
      id,
      action,
      notFound
    })

    const get = operation("Collections.get")(function* (id: string) {
      const { placement, role, subject } = yield* active(wanted(id, "content:read"))
      return view(repository.decode(subject).value, { ...addresses, placement: placement.value, role })
    })

    const list = operation("Collections.list")(function* (
      organization: OrganizationId,
      request: PageRequest & { readonly nested: boolean }
    ) {
      const seen = yield* access.organization(organization, "organization:view")
      const viewer = { organization, member: seen.member, isAdmin: seen.isAdmin }
      const source = request.nested
        ? listing.inOrganization(viewer, "collection")
        : listing.children(viewer, null, "collection")
      return yield* paged({
        ...source,
        list: "collections",
        filters: [organization, request.nested],
        request,
        view: (rows) => views(seen.member, rows)
      })
    })

    const create = operation("Collections.create")(function* (organization: OrganizationId, given: Create) {
      const input = yield* checkCreate(given)
      yield* access.organization(organization, "organization:view")
      return yield* mutation(
        Effect.gen(function* () {
          yield* tree.lock(organization)
          const [{ member, parent }, position] = yield* together(
            relocation.newParent(organization, input.parent ?? null),
            tree.siblings.keyFor({ organization, parent: input.parent ?? null })
          )
          const id = CollectionId.make(yield* nextId)
          const createdBy = yield* callingUser
          const createdAt = yield* Clock.currentTimeMillis
          const made = { id, organization, title: input.title ?? untitled, description: "", createdAt, createdBy }
          const level = "inherit"
          const { grants, placement } = yield* tree.placed({
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
              Effect.orDie(repository.insert(made)),
              events.announce({ type: "collections.create", organization, subjects: [id], after: made })
            )
          )
          return view(made, { ...addresses, placement, role: yield* access.roleWith(grants, member, placement) })
        })
      )
    })

    const update = operation("Collections.update")(function* (id: string, given: Patch) {
      const changes = yield* checkPatch(given)
      return yield* locked(wanted(id, "content:create"), (found) =>
        Effect.gen(function* () {
          const { placement } = found
          const seen = yield* Effect.orDie(Effect.flatMap(repository.get(id), Effect.fromOption))
          const next = patch(seen.value, changes)
          yield* Effect.orDie(repository.update(seen, next))
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
          return yield* one(id)
        })
      )
    })

    const remove = (id: string) =>
      deletion.remove({ kind: "collection", id, action: "content:create" }).pipe(traced("Collections.remove"))
    const move = (id: string, input: Move) =>
      Effect.flatMap(relocation.move(wanted(id, "content:create"), input), one).pipe(traced("Collections.move"))
    const transfer = (id: string, input: TransferTo) =>
      Effect.flatMap(transfers.transfer(wanted(id, "content:create"), input), one).pipe(traced("Collections.transfer"))
    const restore = (id: string) =>
      Effect.flatMap(deletion.restoreAll(wanted(id, "content:create")), one).pipe(traced("Collections.restore"))

    return { get, list, create, update, remove, move, transfer, restore } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
