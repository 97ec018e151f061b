import { Effect, Result, Schema } from "effect"
import { Email, collection as userCollection } from "../../accounts/user/User.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../access/Access.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"

/** How a body names somebody, and where. */
export interface Name {
  readonly name: string
  readonly field: string
}

/** The names of a list in a body. */
export const toNames = (field: string, names: ReadonlyArray<string> = []): ReadonlyArray<Name> =>
  names.map((name, at) => ({ name, field: `${field}.${at}` }))

/** Stands for whoever has an address that nobody has: what is asked does not tell whether somebody does. */
const nobody = UserId.make("nobody")

const isId = Schema.is(UserId)
const parseAddress = (name: string) => Result.getOrUndefined(Schema.decodeResult(Email)(name))

/** Finds the members of an organization whom names in bodies mean: by user id or e-mail address (rule team-names). */
export const make = Effect.gen(function* () {
  const users = yield* Repository.make(userCollection)
  const members = yield* Repository.make(memberCollection)

  const findByAddress = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    if (addresses.length === 0) return new Map<string, UserId>()
    const query = { equals: { email: { in: addresses } }, limit: addresses.length }
    return new Map((yield* users.list("byEmail", query)).map(({ value }) => [value.email, value.id]))
  })

  /** The users behind the names, in their order; refuses the first that names nobody in the organization. */
  const resolveNames = Effect.fnUntraced(function* (organization: OrganizationId, names: ReadonlyArray<Name>) {
    const addresses = new Set(names.flatMap(({ name }) => (isId(name) ? [] : (parseAddress(name) ?? []))))
    const known = yield* findByAddress([...addresses])
    const meant = names.map(({ name }) => (isId(name) ? name : (known.get(parseAddress(name) ?? "") ?? nobody)))
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
