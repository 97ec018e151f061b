import { Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingPerson } from "../../foundation/operation/PublishedOnly.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Access from "../../people/access/Access.ts"
import { AccessFacts } from "../../people/access/AccessFacts.ts"
import { contentRole } from "../../people/access/Decision.ts"
import { atLeast, type Role, weakest } from "../../people/access/Role.ts"
import { collection as grantCollection } from "../../people/grant/Grant.ts"
import { collection, isOfOrganization, type LinkInvite } from "../../people/invite/LinkInvite.ts"
import { Joining } from "../../people/member/Joining.ts"
import { type Member, collection as memberCollection, rowId } from "../../people/member/Member.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import { GrantLedger } from "../../people/placement/GrantLedger.ts"
import { accessScope, isActive, type Placement } from "../../people/placement/Placement.ts"
import { Placements, type StoredPlacement } from "../../people/placement/Placements.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { InviteNotFound } from "./LinkInviteInput.ts"

/** A usable invite: its target, the user who accepts it and its creator. */
interface UsableInvite {
  readonly invite: LinkInvite
  /** Null for links into the organization. */
  readonly placement: StoredPlacement | null
  readonly member: Repository.VersionedValue<Member> | null
  /** Null if the host created the link: its role has no upper limit. */
  readonly inviter: Member | null
}

/**
 * An inviter who leaves loses their links; a disabled inviter's links do not work meanwhile (rule invite-link-role).
 */
const stillInvites = (invite: LinkInvite, inviter: Member | null): boolean =>
  invite.createdBy === null || (inviter !== null && !inviter.disabled)

/**
 * Joining by link: the secret decides who may join, the inviter's present role caps what they get
 * (rule invite-link-role).
 */
export class InviteUse extends Context.Service<InviteUse>()("@quire/core/InviteUse", {
  make: Effect.gen(function* () {
    const facts = yield* AccessFacts
    const tree = yield* Placements
    const ledger = yield* GrantLedger
    const joining = yield* Joining
    const { decideAndLock } = yield* TreeLock
    const events = yield* Events
    const invites = yield* Repository.make(collection)
    const organizations = yield* Repository.make(organizationCollection)
    const members = yield* Repository.make(memberCollection)
    const grants = yield* Repository.make(grantCollection)

    const placementOf = Effect.fnUntraced(function* ({ offer, organization }: LinkInvite) {
      if (isOfOrganization(offer)) return null
      const placed = (yield* tree.placements.getMany([offer.resource])).get(offer.resource)
      if (placed === undefined || placed.value.organization !== organization || !isActive(placed.value)) {
        return yield* new InviteNotFound()
      }
      return placed
    })

    const findUsable = Effect.fnUntraced(function* (organization: OrganizationId, id: string, user: UserId) {
      const dead = () => new InviteNotFound()
      const invite = Option.getOrNull(yield* invites.get(id))?.value
      if (invite === undefined || invite.organization !== organization) return yield* dead()
      const { value: place } = yield* organizations.require(organization)
      const inviterRow = rowId(organization, invite.createdBy ?? user)
      const rows = yield* members.getMany([rowId(organization, user), inviterRow])
      const member = rows.get(rowId(organization, user)) ?? null
      if (member?.value.disabled === true) return yield* dead()
      if (!place.inviteLinks) {
        if (member === null) return yield* dead()
        return yield* new Access.Forbidden({ action: "invites:use", target: `organization ${organization}` })
      }
      const inviter = invite.createdBy === null ? null : (rows.get(inviterRow)?.value ?? null)
      if (!stillInvites(invite, inviter)) return yield* dead()
      return { invite, inviter, member, placement: yield* placementOf(invite) } satisfies UsableInvite
    })

    /** A member's present effective role on content. */
    const roleOn = Effect.fnUntraced(function* (member: Member | null, placement: Placement) {
      if (member === null) return null
      const rows = yield* facts.grants(member.user, member.teams, accessScope(placement))
      const held = rows.map((row) => grants.decode(row).value)
      return contentRole({ user: member.user, member, placement, grants: held })
    })

    const capRole = (given: Role | null, inviter: Member | null, own: Effect.Effect<Role | null>) =>
      inviter === null ? Effect.succeed(given) : Effect.map(own, (role) => weakest(given, role))

    const join = Effect.fnUntraced(function* ({ invite, member }: UsableInvite, user: UserId, role: Role | null) {
      const { isNew, member: now } = yield* joining
        .join(invite.organization, user, role)
        .pipe(Effect.mapError(() => new InviteNotFound()))
      return isNew || now.version !== member?.version
    })

    /** The role or level that the link grants; undefined if the user already has as much. */
    const give = Effect.fnUntraced(function* (found: UsableInvite, user: UserId) {
      const { invite, inviter, member, placement } = found
      if (isOfOrganization(invite.offer)) {
        const role = yield* capRole(invite.offer.role, inviter, Effect.succeed(inviter?.role ?? null))
        return (yield* join(found, user, role)) ? { role } : undefined
      }
      if (placement === null) return undefined
      const { kind, resource } = invite.offer
      const level = yield* capRole(invite.offer.level, inviter, roleOn(inviter, placement.value))
      const own = yield* roleOn(member?.value ?? null, placement.value)
      const isJoined = yield* join(found, user, null)
      const isRaised = level !== null && !atLeast(own, level) && (yield* ledger.raise(placement, `user:${user}`, level))
      return isJoined || isRaised ? { level, [kind]: resource } : undefined
    })

    /**
     * Makes the caller a member with the role that the link grants. Never lowers a role; using the link again changes
     * nothing.
     */
    const use = operation("InviteUse.use")(function* (organization: OrganizationId, secret: string) {
      const caller = yield* callingPerson
      if (caller._tag === "System") return yield* new InviteNotFound()
      const id = digest(secret)
      const { user } = caller
      yield* decideAndLock(organization, findUsable(organization, id, user), (found) =>
        Effect.gen(function* () {
          const given = yield* give(found, user)
          if (given === undefined) return
          const on = isOfOrganization(found.invite.offer) ? [] : [found.invite.offer.resource]
          yield* events.announce({ type: "linkInvites.use", organization, subjects: [id, user, ...on], after: given })
        })
      )
    })

    return { use } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, GrantLedger.layer, Joining.layer, Placements.layer, TreeLock.layer])
  )
}
