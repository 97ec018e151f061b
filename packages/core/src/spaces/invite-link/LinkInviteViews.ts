import { Context, Effect, Layer } from "effect"
import { InviteId } from "../../foundation/id/InviteId.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, type OrganizationAccess } from "../../people/access/Access.ts"
import { mayGive } from "../../people/access/Decision.ts"
import type { Role } from "../../people/access/Role.ts"
import { isOfOrganization, type LinkInvite, offeredRole, sealingContext } from "../../people/invite/LinkInvite.ts"
import { type Placement, collection as placementCollection } from "../../people/placement/Placement.ts"
import { collection as collectionCollection } from "../collection/Collection.ts"
import { type CollectionView, view as viewOfCollection } from "../collection/CollectionView.ts"
import { SpaceViews } from "../space/SpaceViews.ts"
import type { ContentInviteView, LinkInviteView, OrganizationInviteView } from "./LinkInviteView.ts"

/** Shows link invites to those who may see them, with a constant number of queries for a whole page. */
export class LinkInviteViews extends Context.Service<LinkInviteViews>()("@quire/core/LinkInviteViews", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const sealing = yield* Sealing
    const spaceViews = yield* SpaceViews
    const placements = yield* Repository.make(placementCollection)
    const collections = yield* Repository.make(collectionCollection)

    /** The targets of the invites, and the caller's roles there. */
    const placesOf = Effect.fnUntraced(function* (opened: OrganizationAccess, invites: ReadonlyArray<LinkInvite>) {
      const resources = invites.flatMap(({ offer }) => (isOfOrganization(offer) ? [] : [offer.resource]))
      const placed = [...(yield* placements.getMany(resources)).values()].map(({ value }) => value)
      return { placed, roles: yield* access.rolesOn(opened, placed) }
    })

    const contentViews = Effect.fnUntraced(function* (
      opened: OrganizationAccess,
      placed: ReadonlyArray<Placement>,
      roles: ReadonlyMap<string, Role>
    ) {
      const spaces = yield* spaceViews.many(
        opened,
        placed.filter(({ kind }) => kind === "space")
      )
      const rows = yield* collections.getMany(placed.flatMap(({ id, kind }) => (kind === "collection" ? [id] : [])))
      const shown = placed.flatMap((placement): ReadonlyArray<readonly [string, CollectionView]> => {
        const row = rows.get(placement.id)
        const role = roles.get(placement.id) ?? null
        return row === undefined ? [] : [[placement.id, viewOfCollection(row.value, { ...addresses, placement, role })]]
      })
      return { spaces: new Map(spaces.map((space) => [String(space.id), space])), collections: new Map(shown) }
    })

    const common = Effect.fnUntraced(function* (invite: LinkInvite, own: Role | null) {
      const id = InviteId.make(yield* sealing.open(sealingContext(invite.id), invite.sealed))
      return { object: "invite" as const, id, redundant: mayGive(own, offeredRole(invite.offer)) }
    })

    /** Views of links into the organization, for its administrators. */
    const ofOrganization = Effect.fnUntraced(function* (invites: ReadonlyArray<LinkInvite>) {
      const views: Array<OrganizationInviteView> = []
      for (const invite of invites) {
        if (isOfOrganization(invite.offer)) views.push({ ...(yield* common(invite, "admin")), role: invite.offer.role })
      }
      return views
    })

    /** Views of links to content. */
    const ofContent = Effect.fnUntraced(function* (opened: OrganizationAccess, invites: ReadonlyArray<LinkInvite>) {
      const { placed, roles } = yield* placesOf(opened, invites)
      const content = yield* contentViews(opened, placed, roles)
      const views: Array<ContentInviteView> = []
      for (const invite of invites) {
        if (isOfOrganization(invite.offer)) continue
        const { level, resource } = invite.offer
        const self = yield* common(invite, roles.get(resource) ?? null)
        const space = content.spaces.get(resource)
        const collection = content.collections.get(resource)
        if (space !== undefined) views.push({ ...self, level, space })
        else if (collection !== undefined) views.push({ ...self, level, collection })
      }
      return views
    })

    const one = Effect.fnUntraced(function* (opened: OrganizationAccess, invite: LinkInvite) {
      const views: ReadonlyArray<LinkInviteView> = isOfOrganization(invite.offer)
        ? yield* ofOrganization([invite])
        : yield* ofContent(opened, [invite])
      return yield* Effect.orDie(Effect.fromNullishOr(views[0]))
    })

    return { ofOrganization, ofContent, one } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Sealing.layer, SpaceViews.layer])
  )
}
