import { Clock, Effect, Option, Schema } from "effect"
import { Actor } from "../Actor.ts"
import { Access } from "../access/Access.ts"
import type { Role } from "../access/Role.ts"
import { Events } from "../events/Events.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import { fold } from "../text/Text.ts"
import { type User, collection as userCollection } from "../user/User.ts"
import type { UserId } from "../user/UserId.ts"
import { HostOnly, UserNotFound } from "../user/Users.ts"
import { collection, type Member, rowId } from "./Member.ts"

/** The user is not in the organization, or the caller may not know. */
export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `member ${this.id} does not exist`
  }
}

/** An organization always has an administrator who is not disabled. */
export class LastAdministrator extends Schema.TaggedError<LastAdministrator>()("LastAdministrator", {
  organization: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `organization ${this.organization} would be left without an administrator`
  }
}

/** A new member, as stored. */
export const joined = (organization: OrganizationId, user: User, role: Role | null, at: number): Member => ({
  id: rowId(organization, user.id),
  organization,
  user: user.id,
  role,
  disabled: false,
  joinedAt: at,
  lastSeenAt: null,
  sso: false,
  teams: [],
  words: fold(`${user.displayName} ${user.email}`)
})

/** Who is in an organization, as far as the host says so. */
export class Members extends Effect.Service<Members>()("@quire/core/Members", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const members = yield* Repository.make(collection)
    const users = yield* Repository.make(userCollection)
    const mutation = yield* Mutation.make
    const events = yield* Events

    const hostOnly = Effect.fnUntraced(function* (operation: string) {
      if ((yield* Actor)._tag !== "System") return yield* new HostOnly({ operation })
    })

    /** Adds a user to an organization; who is in it already keeps their role. Host only. */
    const add = Effect.fn("Members.add")(function* (organization: OrganizationId, user: UserId, role: Role | null) {
      yield* hostOnly("Members.add")
      yield* access.organization(organization, "organization:view")
      return yield* mutation(
        Effect.gen(function* () {
          const person = yield* Effect.flatMap(
            users.get(user),
            Option.match({ onNone: () => new UserNotFound({ id: user }), onSome: Effect.succeed })
          )
          const made = joined(organization, person.value, role, yield* Clock.currentTimeMillis)
          const inserted = yield* Effect.either(members.insert(made))
          if (inserted._tag === "Left") return yield* Effect.orDie(Effect.flatten(members.get(made.id)))
          yield* events.announce({ type: "members.add", organization, subjects: [user], after: { role } })
          return inserted.right
        })
      ).pipe(Effect.map(({ value }) => value))
    })

    const change = (operation: string, next: (self: Member) => Member) =>
      Effect.fn(`Members.${operation}`)(function* (organization: OrganizationId, user: UserId) {
        yield* hostOnly(`Members.${operation}`)
        return yield* mutation(
          Effect.gen(function* () {
            const admins = yield* members.list("withRole", {
              equals: { organization, role: "admin", disabled: false },
              limit: 1000
            })
            const id = rowId(organization, user)
            const locked = yield* members.lock([id, ...admins.map(({ value }) => value.id)])
            const seen = locked.get(id)
            if (seen === undefined) return yield* new MemberNotFound({ id: user })
            const changed = next(seen.value)
            const leads = (self: Member) => self.role === "admin" && !self.disabled
            const others = [...locked.values()].filter(({ value }) => value.id !== id && leads(value))
            if (leads(seen.value) && !leads(changed) && others.length === 0) {
              return yield* new LastAdministrator({ organization })
            }
            const written = yield* Effect.orDie(members.update(seen, changed))
            if (written.version !== seen.version) {
              yield* events.announce({ type: `members.${operation}`, organization, subjects: [user] })
            }
            return changed
          })
        )
      })

    return {
      add,
      /** A disabled member keeps role and grants and has none of the access (decisions A10). Host only. */
      disable: change("disable", (self) => ({ ...self, disabled: true })),
      enable: change("enable", (self) => ({ ...self, disabled: false }))
    } as const
  })
}) {
  static readonly layer = this.Default
}
