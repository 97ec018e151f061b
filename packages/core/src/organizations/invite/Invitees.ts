import { Clock, Effect } from "effect"
import { collection, limits, type User } from "../../accounts/user/User.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"

/** Finds the users with invited addresses, and makes users for unknown ones (rule user-made). */
export const make = Effect.gen(function* () {
  const users = yield* Repository.make(collection)
  const nextId = yield* IdGenerator

  const makeUser = Effect.fnUntraced(function* (email: string) {
    const made: User = {
      id: UserId.make(yield* nextId),
      displayName: cut(email.split("@")[0] ?? email, limits.displayNameLength),
      email,
      emailVerifiedAt: null,
      externalId: null,
      createdAt: yield* Clock.currentTimeMillis
    }
    return yield* users.insert(made).pipe(
      Effect.catchTag("Taken", () => Effect.orDie(Effect.flatMap(users.getBy("email", { email }), Effect.fromOption))),
      Effect.map(({ value }) => value)
    )
  })

  /** The users by address. Missing ones are made in the order of addresses, because two requests may make the same. */
  const findOrMakeUsers = Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
    const known = yield* users.list("byEmail", { equals: { email: { in: emails } }, limit: emails.length })
    const found = new Map(known.map(({ value }) => [value.email, value]))
    for (const email of [...emails].sort()) {
      if (!found.has(email)) found.set(email, yield* makeUser(email))
    }
    return found
  })

  return { findOrMakeUsers, users } as const
})
