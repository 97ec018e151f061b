import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { InviteId, type OrganizationId } from "../../foundation/id/Ids.ts"
import { checked, describeFields } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { single } from "../../foundation/operation/Single.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { digest, Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, Forbidden, type OrganizationAccess, ReferenceNotFound } from "../../people/access/Access.ts"
import { mayGive } from "../../people/access/Decision.ts"
import { atLeast, Role } from "../../people/access/Role.ts"
import {
  collection,
  isOfOrganization,
  type LinkInvite,
  type Offer,
  offeredRole,
  sealingContext
} from "../../people/invite/LinkInvite.ts"
import { isActive, type Placement, collection as placementCollection } from "../../people/placement/Placement.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { toSecretText } from "../../people/token/Checksum.ts"
import {
  CollectionView,
  collection as collectionCollection,
  view as viewOfCollection
} from "../collection/Collection.ts"
import { SpaceView } from "../space/Space.ts"
import { SpaceViews } from "../space/SpaceViews.ts"
import * as LinkInviteInput from "./LinkInviteInput.ts"
import { InviteFormMismatch, InviteNotFound } from "./LinkInviteInput.ts"

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

    const one = (opened: OrganizationAccess, invite: LinkInvite): Effect.Effect<LinkInviteView> =>
      isOfOrganization(invite.offer) ? single(ofOrganization([invite])) : single(ofContent(opened, [invite]))

    return { ofOrganization, ofContent, one } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Sealing.layer, SpaceViews.layer])
  )
}

const checkCreate = checked(LinkInviteInput.Create)
const checkPatch = checked(LinkInviteInput.Patch)

/** The offer after a change; undefined if the change has the form of another invite. */
const applyPatch = (offer: Offer, changes: LinkInviteInput.Patch): Offer | undefined => {
  const role = "role" in changes ? changes.role : undefined
  const level = "level" in changes ? changes.level : undefined
  if (isOfOrganization(offer)) {
    return level === undefined ? { ...offer, role: role === undefined ? offer.role : role } : undefined
  }
  return role === undefined ? { ...offer, level: level === undefined ? offer.level : level } : undefined
}

const eventDetailsOf = ({ offer }: LinkInvite) =>
  isOfOrganization(offer) ? { role: offer.role } : { level: offer.level, [offer.kind]: offer.resource }

const subjectsOf = ({ id, offer }: LinkInvite) => (isOfOrganization(offer) ? [id] : [id, offer.resource])

/**
 * Links that let people join. Links into the organization belong to its administrators. Links to content also belong to
 * members who have `create` there and at least the role that the link grants, since anyone who sees a link can use it.
 */
export class LinkInvites extends Context.Service<LinkInvites>()("@quire/core/LinkInvites", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const tree = yield* Placements
    const { decideAndLock } = yield* TreeLock
    const events = yield* Events
    const secrets = yield* Secrets
    const sealing = yield* Sealing
    const { paged } = yield* Paging
    const views = yield* LinkInviteViews
    const invites = yield* Repository.make(collection)

    /** Finds a space or collection of the organization that a body names, for a caller who may invite people. */
    const resourceRole = Effect.fnUntraced(function* (organization: string, kind: "space" | "collection", id: string) {
      const missing = new ReferenceNotFound({ field: kind, id })
      const found = yield* access.placement(kind, id, "content:view", () => missing)
      const { value } = found.placement
      if (value.organization !== organization || !isActive(value)) return yield* missing
      if (!atLeast(found.role, "create")) {
        return yield* new Forbidden({ action: "content:create", target: `${kind} ${id}` })
      }
      return found.role
    })

    const requireMayGive = (own: Role | null, given: Role | null) =>
      mayGive(own, given) ? Effect.void : new Forbidden({ action: "invites:give", target: "a role above your own" })

    const makeOffer = Effect.fnUntraced(function* (organization: OrganizationId, input: LinkInviteInput.Create) {
      if ("role" in input) {
        yield* access.organization(organization, "organization:admin")
        return { kind: "organization", role: input.role } satisfies Offer
      }
      const [kind, resource] =
        "space" in input ? (["space", input.space] as const) : (["collection", input.collection] as const)
      yield* requireMayGive(yield* resourceRole(organization, kind, resource), input.level)
      return { kind, resource, level: input.level } satisfies Offer
    })

    /** Creates a link by which people join an organization, a collection or a space. */
    const create = operation("LinkInvites.create")(function* (
      organization: OrganizationId,
      given: LinkInviteInput.Create
    ) {
      const input = yield* checkCreate(given)
      return yield* decideAndLock(organization, access.organization(organization, "organization:view"), (opened) =>
        Effect.gen(function* () {
          const offer = yield* makeOffer(organization, input)
          const secret = toSecretText(yield* secrets.random(32))
          const id = digest(secret)
          const made: LinkInvite = {
            id,
            organization,
            sealed: yield* sealing.seal(sealingContext(id), secret),
            offer,
            createdBy: yield* callingUser,
            createdAt: yield* Clock.currentTimeMillis
          }
          yield* invites.insert(made)
          yield* events.announce({
            type: "linkInvites.create",
            organization,
            subjects: subjectsOf(made),
            after: eventDetailsOf(made)
          })
          return yield* views.one(opened, made)
        })
      )
    })

    const ownRole = Effect.fnUntraced(function* (opened: OrganizationAccess, { offer }: LinkInvite) {
      if (isOfOrganization(offer)) return opened.isAdmin ? ("admin" as const) : null
      const placed = (yield* tree.placements.getMany([offer.resource])).get(offer.resource)
      if (placed === undefined) return null
      return (yield* access.rolesOn(opened, [placed.value])).get(offer.resource) ?? null
    })

    /** Finds an invite that the caller may see, and therefore change and remove. */
    const find = Effect.fnUntraced(function* (organization: OrganizationId, secret: string) {
      const opened = yield* access.organization(organization, "organization:view")
      const seen = Option.getOrNull(yield* invites.get(digest(secret)))
      if (seen === null || seen.value.organization !== organization) return yield* new InviteNotFound()
      const own = yield* ownRole(opened, seen.value)
      if (!atLeast(own, "create") || !mayGive(own, offeredRole(seen.value.offer))) return yield* new InviteNotFound()
      return { opened, seen, own }
    })

    /** A link that invites. */
    const get = operation("LinkInvites.get")(function* (organization: OrganizationId, secret: string) {
      const { opened, seen } = yield* find(organization, secret)
      return yield* views.one(opened, seen.value)
    })

    const rowsOf = Effect.fnUntraced(function* (organization: OrganizationId, kind: "organization" | "content") {
      const opened = yield* access.organization(organization, "organization:admin")
      return {
        opened,
        list: `link-invites.${kind}`,
        filters: organization,
        ...invites.source("inOrganization", { equals: { organization, kind } })
      }
    })

    /** Links into the organization itself, oldest first. */
    const list = operation("LinkInvites.list")(function* (organization: OrganizationId, request: PageRequest) {
      const rows = yield* rowsOf(organization, "organization")
      return yield* paged({
        ...rows,
        request,
        view: (shown) => views.ofOrganization(shown.map(({ value }) => value))
      })
    })

    /** Links to spaces and collections, oldest first. */
    const listOfContent = operation("LinkInvites.listOfContent")(function* (
      organization: OrganizationId,
      request: PageRequest
    ) {
      const { opened, ...rows } = yield* rowsOf(organization, "content")
      return yield* paged({
        ...rows,
        request,
        view: (shown) =>
          views.ofContent(
            opened,
            shown.map(({ value }) => value)
          )
      })
    })

    /** Changes the role that a link grants. */
    const update = operation("LinkInvites.update")(function* (
      organization: OrganizationId,
      secret: string,
      given: LinkInviteInput.Patch
    ) {
      const changes = yield* checkPatch(given)
      return yield* decideAndLock(organization, find(organization, secret), ({ opened, own, seen }) =>
        Effect.gen(function* () {
          const offer = applyPatch(seen.value.offer, changes)
          if (offer === undefined) {
            return yield* new InviteFormMismatch({ field: "role" in changes ? "role" : "level" })
          }
          yield* requireMayGive(own, offeredRole(offer))
          const next = { ...seen.value, offer }
          const written = yield* invites.update(seen, next)
          if (written.version !== seen.version) {
            yield* events.announce({
              type: "linkInvites.update",
              organization,
              subjects: subjectsOf(next),
              before: eventDetailsOf(seen.value),
              after: eventDetailsOf(next)
            })
          }
          return yield* views.one(opened, next)
        })
      )
    })

    /** Revokes a link; false if there is no such link that the caller may see. */
    const remove = operation("LinkInvites.remove")(function* (organization: OrganizationId, secret: string) {
      return yield* decideAndLock(organization, find(organization, secret), ({ seen: { value: seen } }) =>
        Effect.gen(function* () {
          yield* invites.remove([seen.id])
          yield* events.announce({
            type: "linkInvites.delete",
            organization,
            subjects: subjectsOf(seen),
            before: eventDetailsOf(seen)
          })
          return true
        })
      ).pipe(Effect.catchTag("InviteNotFound", () => Effect.succeed(false)))
    })

    return { create, get, list, listOfContent, update, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      LinkInviteViews.layer,
      Paging.layer,
      Placements.layer,
      Sealing.layer,
      TreeLock.layer
    ])
  )
}

const common = describeFields(
  {
    object: Schema.Literal("invite"),
    id: InviteId,
    /** The link grants the caller nothing new. */
    redundant: Schema.Boolean
  },
  { redundant: "Whether using the link would grant the caller nothing new.", id: "Identifier, which never changes." }
)

/** A link into the organization; `role` null is a guest. */
export const OrganizationInviteView = Schema.Struct(
  describeFields({ ...common, role: Schema.NullOr(Role) }, { role: "Role that the link grants; null for a guest." })
).annotate({
  identifier: "OrganizationInvite"
})
export type OrganizationInviteView = typeof OrganizationInviteView.Type

/** A link to a space or a collection; with a null `level` it creates guests without any view access. */
export const ContentInviteView = Schema.Union([
  Schema.Struct(
    describeFields(
      { ...common, level: Schema.NullOr(Role), space: SpaceView },
      { level: "Role that the link grants.", space: "Space that the link invites to." }
    )
  ).annotate({ identifier: "SpaceInvite" }),
  Schema.Struct(
    describeFields(
      { ...common, level: Schema.NullOr(Role), collection: CollectionView },
      { level: "Role that the link grants.", collection: "Collection that the link invites to." }
    )
  ).annotate({
    identifier: "CollectionInvite"
  })
])
export type ContentInviteView = typeof ContentInviteView.Type

export const LinkInviteView = Schema.Union([OrganizationInviteView, ContentInviteView]).annotate({
  identifier: "LinkInvite"
})
export type LinkInviteView = typeof LinkInviteView.Type
