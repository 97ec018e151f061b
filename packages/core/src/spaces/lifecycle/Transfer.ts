import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import { closed } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, Forbidden, ReferenceNotFound } from "../../people/access/Access.ts"
import { atLeast } from "../../people/access/Role.ts"
import { collection as grantCollection } from "../../people/grant/Grant.ts"
import { collection as inviteCollection } from "../../people/invite/LinkInvite.ts"
import * as EffectiveAccess from "../../people/placement/EffectiveAccess.ts"
import * as LockedPlacement from "../../people/placement/LockedPlacement.ts"
import { NothingChanged } from "../../people/placement/Move.ts"
import { isActive, type Placement } from "../../people/placement/Placement.ts"
import { Placements, type StoredPlacement } from "../../people/placement/Placements.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { collection as collectionCollection } from "../collection/Collection.ts"
import { ComputedReindexing } from "../commit/ComputedReindexing.ts"
import { HeadValues } from "../custom-field/HeadValues.ts"
import { released, collection as spaceCollection, withTranslation } from "../space/Space.ts"
import { SpaceDepartures } from "../space/SpaceDepartures.ts"

/** The body of a transfer. */
export const TransferTo = closed(
  "TransferTo",
  { organization: OrganizationId },
  { organization: "Organization to transfer to." }
)
export type TransferTo = typeof TransferTo.Type

/** Spaces on sites stay in the organization of those (rule space-transfer). */
export class SpacesOnSites extends Schema.TaggedError<SpacesOnSites>()("SpacesOnSites", {
  sites: Schema.Array(Schema.String)
}) {
  readonly kind = "precondition" as const
  override get message() {
    const named = this.sites.slice(0, 10).join(", ")
    const more = this.sites.length > 10 ? ` and ${this.sites.length - 10} more` : ""
    return `remove it from its sites first: ${named}${more}`
  }
}

const checkUnlinked = (moving: ReadonlyArray<Placement>) => {
  const linked = new Set(moving.flatMap(({ sites }) => sites))
  return linked.size === 0 ? Effect.void : new SpacesOnSites({ sites: [...linked].sort() })
}

/**
 * Moves a space or collection, with everything below it, to another organization (rule space-transfer). Translations
 * that move are written by people again (rule translation-moved).
 */
export class Transfer extends Context.Service<Transfer>()("@quire/core/Transfer", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const tree = yield* Placements
    const events = yield* Events
    const values = yield* HeadValues
    const reindexing = yield* ComputedReindexing
    const departures = yield* SpaceDepartures
    const { decideAndLockTrees } = yield* TreeLock
    const { findActive } = yield* LockedPlacement.LockedPlacement
    const spaces = yield* Repository.make(spaceCollection)
    const collections = yield* Repository.make(collectionCollection)
    const grants = yield* Repository.make(grantCollection)
    const invites = yield* Repository.make(inviteCollection)

    const check = Effect.fnUntraced(function* <E>(wanted: LockedPlacement.PlacementTarget<E>, target: OrganizationId) {
      const found = yield* findActive(wanted)
      const source = found.placement.value.organization
      yield* access
        .organization(source, "organization:create-content")
        .pipe(Effect.catchTag("OrganizationNotFound", () => Effect.fail(wanted.notFound(wanted.id))))
      yield* access
        .organization(target, "organization:create-content")
        .pipe(
          Effect.catchTag("OrganizationNotFound", () =>
            Effect.fail(new ReferenceNotFound({ field: "organization", id: target }))
          )
        )
      if (source === target) return yield* new NothingChanged({ id: wanted.id })
      return { ...found, source }
    })

    type Checked = Effect.Success<ReturnType<typeof check>>

    /**
     * Everything below: what moves along, for a caller with `create` on each part, and what is deleted and therefore
     * stays.
     */
    const splitBelow = Effect.fnUntraced(function* (found: Checked) {
      const under = found.placement.value.kind === "collection" ? yield* tree.listBelow(found.placement) : []
      const moving = under.filter(({ value }) => isActive(value))
      const roles = yield* access.rolesOn(
        found,
        moving.map(({ value }) => value)
      )
      const refused = moving.find(({ value }) => !atLeast(roles.get(value.id) ?? null, "create"))
      if (refused !== undefined) {
        return yield* new Forbidden({
          action: "content:create",
          target: `what is below ${found.placement.value.kind} ${found.placement.value.id}`
        })
      }
      yield* EffectiveAccess.checkLevel(found, found.placement.value.level, null)
      for (const placement of moving) {
        const role = roles.get(placement.value.id) ?? null
        yield* EffectiveAccess.checkLevel({ placement, role }, placement.value.level, null)
      }
      return { moving, staying: under.filter(({ value }) => !isActive(value)) }
    })

    const rehome = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, organization: OrganizationId, at: number) {
      yield* grants.removeWhere("onResource", { equals: { resource: { in: ids } } })
      yield* invites.removeWhere("onResource", { equals: { resource: { in: ids } } })
      yield* departures.leave(ids)
      yield* spaces.lock(ids)
      yield* values.clear(ids)
      yield* reindexing.transfer(ids, organization)
      const spaceRows = [...(yield* spaces.lock(ids)).values()]
      yield* spaces.updateAll(
        spaceRows.map((seen) => {
          const moved = { ...seen.value, organization, createdBy: null, updatedAt: at }
          return { seen, next: withTranslation(moved, released(moved.translation)) }
        })
      )
      const collectionRows = [...(yield* collections.getMany(ids)).values()]
      yield* collections.updateAll(
        collectionRows.map((seen) => ({ seen, next: { ...seen.value, organization, createdBy: null } }))
      )
    })

    /**
     * Deleted spaces and collections below become roots of the organization that they stay in. Each is read again,
     * since changing one above it may have changed it.
     */
    const leaveBehind = (staying: ReadonlyArray<StoredPlacement>) =>
      Effect.forEach(
        staying,
        Effect.fnUntraced(function* ({ value }) {
          const seen = (yield* tree.placements.getMany([value.id])).get(value.id)
          if (seen !== undefined) yield* tree.change(seen, null, {})
        }),
        { discard: true }
      )

    const transfer = Effect.fnUntraced(function* <E>(wanted: LockedPlacement.PlacementTarget<E>, input: TransferTo) {
      const target = input.organization
      const treesOf = ({ source }: Checked) => [source, target]
      return yield* decideAndLockTrees(treesOf, check(wanted, target), (found) =>
        Effect.gen(function* () {
          const { source } = found
          const { moving, staying } = yield* splitBelow(found)
          yield* checkUnlinked([found.placement, ...moving].map(({ value }) => value))
          const now = yield* Clock.currentTimeMillis
          const { id } = found.placement.value
          const { kind } = wanted
          yield* leaveBehind(staying)
          const moved = moving.map((seen) => seen.value)
          const counted = [found.placement.value, ...moved]
          yield* tree.count(source, counted, -1)
          yield* rehome([id, ...moved.map((each) => each.id)], target, now)
          const position = yield* tree.siblings.makeKey({ organization: target, parent: null }, undefined)
          yield* tree.write(
            moving.map((seen) => ({
              seen,
              next: { ...seen.value, organization: target, createdBy: null, accessOwners: [] }
            }))
          )
          const self = (yield* tree.placements.getMany([id])).get(id) ?? found.placement
          yield* tree.changeIn(target, self, { position })
          yield* tree.count(target, counted, 1)
          yield* events.announce({
            type: `${kind}s.transfer`,
            organization: target,
            subjects: counted.map((each) => each.id),
            before: { organization: source, parent: found.placement.value.parent },
            after: { organization: target },
            ...(kind === "space" ? { space: id } : {})
          })
          return id
        })
      )
    })

    return { transfer } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      ComputedReindexing.layer,
      Events.layer,
      HeadValues.layer,
      LockedPlacement.LockedPlacement.layer,
      Placements.layer,
      TreeLock.layer
    ])
  )
}
