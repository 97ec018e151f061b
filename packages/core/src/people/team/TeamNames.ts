import { Context, Effect, Layer, Result, Schema } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../access/Access.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"
import * as User from "../user/User.ts"
import { collection as userCollection } from "../user/User.ts"

/** A reference to a user (id or address) in a body, and its path there. */
export interface Name {
  readonly name: string
  readonly field: string
}

/** The names in a list of a body. */
export const toNames = (field: string, names: ReadonlyArray<string> = []): ReadonlyArray<Name> =>
  names.map((name, at) => ({ name, field: `${field}.${at}` }))

/** Placeholder for the owner of an unknown address, so that the queries are the same as for a known one. */
const unknownUser = UserId.make("nobody")

const isId = Schema.is(UserId)
const parseAddress = (name: string) => Result.getOrUndefined(Schema.decodeResult(User.Email)(name))

/** Resolves names in bodies, user ids or email addresses, to members of an organization (rule team-names). */
export class TeamNames extends Context.Service<TeamNames>()("@quire/core/TeamNames", {
  make: Effect.gen(function* () {
    const users = yield* Repository.make(userCollection)
    const members = yield* Repository.make(memberCollection)

    const findByAddress = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
      if (addresses.length === 0) return new Map<string, UserId>()
      const query = { equals: { email: { in: addresses } }, limit: addresses.length }
      return new Map((yield* users.list("byEmail", query)).map(({ value }) => [value.email, value.id]))
    })

    /** Returns the users of the names, in order; fails at the first name that no member of the organization has. */
    const resolveNames = Effect.fnUntraced(function* (organization: OrganizationId, names: ReadonlyArray<Name>) {
      const addresses = new Set(names.flatMap(({ name }) => (isId(name) ? [] : (parseAddress(name) ?? []))))
      const known = yield* findByAddress([...addresses])
      const meant = names.map(({ name }) => (isId(name) ? name : (known.get(parseAddress(name) ?? "") ?? unknownUser)))
      const people = yield* members.getMany(meant.map((user) => rowId(organization, user)))
      return yield* Effect.forEach(names, ({ field, name }, at) => {
        const user = meant[at]
        return user !== undefined && people.has(rowId(organization, user))
          ? Effect.succeed(user)
          : new ReferenceNotFound({ field, id: name })
      })
    })

    return { resolveNames } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
