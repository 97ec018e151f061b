import { Clock, Context, Effect, Layer } from "effect"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { OrganizationNotFound } from "../access/Access.ts"
import { type Role, rank } from "../access/Role.ts"
import { isErased, type User, collection as userCollection, wordsOf } from "../user/User.ts"
import { collection, type Member, rowId } from "./Member.ts"

/** A new member, as stored. */
export const makeMember = (organization: OrganizationId, user: User, role: Role | null, at: number): Member => ({
  id: rowId(organization, user.id),
  organization,
  user: user.id,
  role,
  disabled: false,
  pending: null,
  joinedAt: at,
  lastSeenAt: null,
  sso: false,
  teams: [],
  ownedTeams: [],
  words: wordsOf(user)
})

/**
 * Adds users as members, however they join. Used inside a mutation that has locked the tree (rule join-never-lowers).
 */
export class Joining extends Context.Service<Joining>()("@quire/core/Joining", {
  make: Effect.gen(function* () {
    const members = yield* Repository.make(collection)
    const users = yield* Repository.make(userCollection)

    /**
     * Adds a user as a member; the mutation has created or locked the user. An existing member keeps their settings and
     * gets the role if it is higher. A disabled member gets the same error as a user who is not a member (rule
     * access-disabled).
     */
    const admit = Effect.fnUntraced(function* (organization: OrganizationId, person: User, role: Role | null) {
      const id = rowId(organization, person.id)
      const present = (yield* members.lock([id])).get(id)
      if (present === undefined) {
        const made = makeMember(organization, person, role, yield* Clock.currentTimeMillis)
        return { member: yield* members.insert(made), isNew: true }
      }
      if (present.value.pending !== null) {
        const next = { ...present.value, role, disabled: false, pending: null }
        return { member: yield* members.update(present, next), isNew: true }
      }
      if (present.value.disabled) return yield* new OrganizationNotFound({ id: organization })
      if (rank(role) <= rank(present.value.role)) return { member: present, isNew: false }
      return { member: yield* members.update(present, { ...present.value, role }), isNew: false }
    })

    /**
     * Calls `admit` for a stored user, who is locked; a user who was erased concurrently gets the same error as a user
     * who is not a member.
     */
    const join = Effect.fnUntraced(function* (organization: OrganizationId, user: UserId, role: Role | null) {
      const person = yield* users.requireLocked(user)
      if (isErased(person.value)) return yield* new OrganizationNotFound({ id: organization })
      return yield* admit(organization, person.value, role)
    })

    /**
     * Calls `admit` for a user who is invited by email address, is locked and not yet a member. Until the address is
     * verified, the user is a disabled member (rule invite-pending).
     */
    const invite = Effect.fnUntraced(function* (organization: OrganizationId, person: User, role: Role | null) {
      if (person.emailVerifiedAt !== null) return (yield* admit(organization, person, role)).member
      const made = makeMember(organization, person, role, yield* Clock.currentTimeMillis)
      return yield* members.insert({ ...made, disabled: true, pending: person.email })
    })

    return { admit, join, invite } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
