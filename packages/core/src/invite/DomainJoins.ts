import { Context, Effect, Layer, Option } from "effect"
import { Actor } from "../Actor.ts"
import { Addresses } from "../Addresses.ts"
import { OrganizationNotFound } from "../access/Access.ts"
import { Events } from "../events/Events.ts"
import { Joining } from "../member/Joining.ts"
import { type Member, collection as memberCollection, rowId } from "../member/Member.ts"
import { operation } from "../Operation.ts"
import { lists, type Organization, collection as organizationCollection } from "../organization/Organization.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import { view } from "../organization/OrganizationView.ts"
import { collection as treeCollection } from "../placement/OrganizationTree.ts"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import { type User, collection as userCollection } from "../user/User.ts"
import type { UserId } from "../user/UserId.ts"

/** Whether somebody may come in by their address alone: it is verified, and on a domain that the organization lists. */
export const admits = (
  organization: Pick<Organization, "emailDomains">,
  person: Pick<User, "email" | "emailVerifiedAt">
): boolean => person.emailVerifiedAt !== null && lists(organization, person.email)

/** Joining by the domain of one's address (rules.md 2.10). */
export class DomainJoins extends Context.Service<DomainJoins>()("@quire/core/DomainJoins", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const joining = yield* Joining
    const mutation = yield* Mutation.make
    const events = yield* Events
    const organizations = yield* Repository.make(organizationCollection)
    const members = yield* Repository.make(memberCollection)
    const users = yield* Repository.make(userCollection)
    const trees = yield* Repository.make(Repository.uncounted(treeCollection))

    /**
     * The organization with the caller's place in it, which is null while they are outside and may come in. Asks the
     * same where there is none.
     */
    const open = Effect.fnUntraced(function* (id: OrganizationId, user: UserId) {
      const hidden = new OrganizationNotFound({ id })
      const organization = Option.getOrNull(yield* organizations.get(id))?.value
      const member = (yield* members.getMany([rowId(id, user)])).get(rowId(id, user))?.value ?? null
      const person = Option.getOrNull(yield* users.get(user))?.value
      if (organization === undefined || person === undefined) return yield* hidden
      if (member !== null && !member.disabled) return { organization, member }
      if (member !== null || !admits(organization, person)) return yield* hidden
      return { organization, member: null }
    })

    const shown = (organization: Organization, member: Member) =>
      view(organization, { ...addresses, member, isAdmin: member.role === "admin" })

    /** Makes the caller a member with the organization's `defaultRole`; who is one already stays as they are. */
    const join = operation("DomainJoins.join")(function* (id: OrganizationId) {
      const caller = yield* Actor
      if (caller._tag === "System") return yield* new OrganizationNotFound({ id })
      const { user } = caller
      yield* open(id, user)
      return yield* mutation(
        Effect.gen(function* () {
          yield* trees.lock([id])
          const { member, organization } = yield* open(id, user)
          if (member !== null) return shown(organization, member)
          const role = organization.defaultRole
          const joined = yield* joining.join(id, user, role)
          yield* events.announce({ type: "members.join", organization: id, subjects: [user], after: { role } })
          return shown(organization, joined.member.value)
        })
      )
    })

    return { join } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
