import { Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingPerson } from "../../foundation/operation/PublishedOnly.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { OrganizationNotFound } from "../access/Access.ts"
import * as Viewer from "../access/Viewer.ts"
import { Joining } from "../member/Joining.ts"
import { type Member, collection as memberCollection, rowId } from "../member/Member.ts"
import {
  listsDomainOf,
  type Organization,
  collection as organizationCollection,
  view
} from "../organization/Organization.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import { type User, collection as userCollection } from "../user/User.ts"

/** Whether a user may join through their address: it is verified, and its domain is listed by the organization. */
export const mayJoinByDomain = (
  organization: Pick<Organization, "emailDomains">,
  person: Pick<User, "email" | "emailVerifiedAt">
): boolean => person.emailVerifiedAt !== null && listsDomainOf(organization, person.email)

/** Joining by the domain of the caller's address (rule organization-domains). */
export class DomainJoins extends Context.Service<DomainJoins>()("@quire/core/DomainJoins", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const joining = yield* Joining
    const { decideAndLock } = yield* TreeLock
    const events = yield* Events
    const organizations = yield* Repository.make(organizationCollection)
    const members = yield* Repository.make(memberCollection)
    const users = yield* Repository.make(userCollection)

    /**
     * The organization with the caller's membership, which is null if they may join. Sends the same queries if there is
     * no such organization.
     */
    const findJoinable = Effect.fnUntraced(function* (id: OrganizationId, user: UserId) {
      const hidden = () => new OrganizationNotFound({ id })
      const organization = Option.getOrNull(yield* organizations.get(id))?.value
      const member = (yield* members.getMany([rowId(id, user)])).get(rowId(id, user))?.value ?? null
      const person = Option.getOrNull(yield* users.get(user))?.value
      if (organization === undefined || person === undefined) return yield* hidden()
      if (member !== null && !member.disabled) return { organization, member }
      if (member !== null || !mayJoinByDomain(organization, person)) return yield* hidden()
      return { organization, member: null }
    })

    const viewOrganization = (organization: Organization, member: Member) =>
      view(organization, { ...addresses, ...Viewer.ofMember(member) })

    /** Adds the caller as a member with the organization's `defaultRole`. An existing membership is not changed. */
    const join = operation("DomainJoins.join")(function* (id: OrganizationId) {
      const caller = yield* callingPerson
      if (caller._tag === "System") return yield* new OrganizationNotFound({ id })
      const { user } = caller
      return yield* decideAndLock(id, findJoinable(id, user), ({ member, organization }) =>
        Effect.gen(function* () {
          if (member !== null) return viewOrganization(organization, member)
          const role = organization.defaultRole
          const joined = yield* joining.join(id, user, role)
          yield* events.announce({ type: "members.join", organization: id, subjects: [user], after: { role } })
          return viewOrganization(organization, joined.member.value)
        })
      )
    })

    return { join } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, Joining.layer, TreeLock.layer])
  )
}
