import { Clock, Data, Effect, Equal, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as signInCodes } from "../sign-in/SignInCode.ts"
import { AddressHeld, applyIntroduction, type Introduction, isOf } from "./Introduction.ts"
import type { User } from "./User.ts"
import * as UserWrites from "./UserWrites.ts"

/** Another request introduced somebody meanwhile, so the introduction is tried again. */
class ConcurrentIntroduction extends Data.TaggedError("Overtaken") {}

/** More tries than concurrent introductions can take. */
const tries = 10

/** Finds or makes the user whom a host introduces. */
export const make = Effect.gen(function* () {
  const { users, write } = yield* UserWrites.make
  const codes = yield* Repository.make(signInCodes)
  const nextId = yield* IdGenerator
  const events = yield* Events

  const findHolder = (email: string) => Effect.map(users.getBy("email", { email }), Option.getOrUndefined)

  const findUser = Effect.fnUntraced(function* (input: Introduction) {
    const { email, externalId } = input
    const named = externalId === undefined ? Option.none() : yield* users.getBy("externalId", { externalId })
    const found = Option.getOrUndefined(named) ?? (yield* findHolder(email))
    if (found === undefined || isOf(input, found.value)) return found?.value
    return yield* new AddressHeld({ holder: found.value.id })
  })

  const addUser = Effect.fnUntraced(function* (input: Introduction, now: number) {
    const { displayName, email } = input
    const id = UserId.make(yield* nextId)
    const stranger: User = { id, displayName, email, emailVerifiedAt: null, externalId: null, createdAt: now }
    const made = applyIntroduction(stranger, input, now)
    yield* users.insert(made).pipe(Effect.catchTag("Taken", () => new ConcurrentIntroduction()))
    yield* events.announce({ type: "users.create", organization: null, subjects: [id] })
    return made
  })

  /** Fails because another user has the address or the external id. */
  const failTaken = Effect.fnUntraced(function* ({ email }: Introduction, id: UserId) {
    const other = (yield* findHolder(email))?.value
    return yield* other === undefined || other.id === id
      ? new ConcurrentIntroduction()
      : new AddressHeld({ holder: other.id })
  })

  /** Updates a user. Sign-in codes sent to a former address stop working. */
  const updateUser = Effect.fnUntraced(function* (id: UserId, input: Introduction, now: number) {
    const seen = (yield* users.lock([id])).get(id)
    if (seen === undefined || !isOf(input, seen.value)) return yield* new ConcurrentIntroduction()
    const next = applyIntroduction(seen.value, input, now)
    yield* write(seen, next).pipe(Effect.catchTag("Taken", () => failTaken(input, id)))
    if (next.email !== seen.value.email) yield* codes.removeWhere("ofUser", { equals: { user: id } })
    return next
  })

  const tryIntroduce = Effect.fnUntraced(function* (input: Introduction) {
    const now = yield* Clock.currentTimeMillis
    const found = yield* findUser(input)
    return yield* found === undefined ? addUser(input, now) : updateUser(found.id, input, now)
  })

  /** The user if the introduction changes nothing, which needs no transaction. */
  const findUnchanged = Effect.fnUntraced(function* (input: Introduction) {
    const now = yield* Clock.currentTimeMillis
    const found = yield* findUser(input)
    return found !== undefined && Equal.equals(applyIntroduction(found, input, now), found) ? found : undefined
  })

  /** Makes or updates the user, inside a mutation. */
  const introduce = (input: Introduction) =>
    tryIntroduce(input).pipe(
      Effect.retry({ times: tries, while: ({ _tag }) => _tag === "Overtaken" }),
      Effect.catchTag("Overtaken", Effect.die)
    )

  return { findUnchanged, introduce } as const
})
