import { Clock, Data, Effect, Equal, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as signInCodes } from "../sign-in/SignInCode.ts"
import { AddressHeld, applyIntroduction, type Introduction, isOf, pairOf } from "./Introduction.ts"
import type { User } from "./User.ts"
import { collection as identityCollection, rowId } from "./UserIdentity.ts"
import * as UserWrites from "./UserWrites.ts"

/** Another request introduced somebody meanwhile, so the introduction is tried again. */
class ConcurrentIntroduction extends Data.TaggedError("Overtaken") {}

/** The pair of an introduction that has a row of its own: ids without an issuer stand with their users. */
const boundPairOf = (input: Introduction) => (input.issuer === undefined ? undefined : pairOf(input))

/** More tries than concurrent introductions can take. */
const tries = 10

/** Finds or makes the user whom a host introduces. */
export const make = Effect.gen(function* () {
  const { users, write } = yield* UserWrites.make
  const identities = yield* Repository.make(identityCollection)
  const codes = yield* Repository.make(signInCodes)
  const nextId = yield* IdGenerator
  const events = yield* Events

  const findHolder = (email: string) => Effect.map(users.getBy("email", { email }), Option.getOrUndefined)

  /** The user whom the pair names, if it names one. */
  const findNamed = Effect.fnUntraced(function* ({ externalId, issuer }: Introduction) {
    if (externalId === undefined) return undefined
    if (issuer === undefined) return Option.getOrUndefined(yield* users.getBy("externalId", { externalId }))
    const identity = Option.getOrUndefined(yield* identities.get(rowId({ issuer, externalId })))
    return identity === undefined ? undefined : Option.getOrUndefined(yield* users.get(identity.value.user))
  })

  /** The pair by which a user is known; looked up only for an introduction that has one. */
  const findPair = Effect.fnUntraced(function* (given: Introduction, { externalId, id }: User) {
    if (externalId !== null) return { issuer: "", externalId }
    if (given.externalId === undefined) return undefined
    return Option.getOrUndefined(yield* identities.getBy("user", { user: id }))?.value
  })

  /** The user of an introduction, and whether their pair says so. */
  const findUser = Effect.fnUntraced(function* (input: Introduction) {
    const named = yield* findNamed(input)
    if (named !== undefined) return { user: named.value, isNamed: true }
    const holder = (yield* findHolder(input.email))?.value
    if (holder === undefined) return undefined
    if (!isOf(input, holder, yield* findPair(input, holder))) return yield* new AddressHeld({ holder: holder.id })
    return { user: holder, isNamed: false }
  })

  /** Binds the pair of an introduction with an issuer to a user who is known by none. */
  const bindPair = Effect.fnUntraced(function* (input: Introduction, user: UserId, now: number) {
    const pair = boundPairOf(input)
    if (pair === undefined) return
    const made = { ...pair, id: rowId(pair), user, createdAt: now }
    yield* identities.insert(made).pipe(Effect.catchTag("Taken", () => new ConcurrentIntroduction()))
  })

  const unbindPair = (input: Introduction) => {
    const pair = boundPairOf(input)
    return pair === undefined ? Effect.void : Effect.asVoid(identities.remove([rowId(pair)]))
  }

  const addUser = Effect.fnUntraced(function* (input: Introduction, now: number) {
    const { displayName, email } = input
    const id = UserId.make(yield* nextId)
    const stranger: User = { id, displayName, email, emailVerifiedAt: null, externalId: null, createdAt: now }
    const made = applyIntroduction(stranger, input, now)
    yield* bindPair(input, id, now)
    yield* users
      .insert(made)
      .pipe(Effect.catchTag("Taken", () => Effect.andThen(unbindPair(input), new ConcurrentIntroduction())))
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
    const known = seen === undefined ? undefined : yield* findPair(input, seen.value)
    if (seen === undefined || !isOf(input, seen.value, known)) return yield* new ConcurrentIntroduction()
    if (known === undefined) yield* bindPair(input, id, now)
    const next = applyIntroduction(seen.value, input, now)
    yield* write(seen, next).pipe(Effect.catchTag("Taken", () => failTaken(input, id)))
    if (next.email !== seen.value.email) yield* codes.removeWhere("ofUser", { equals: { user: id } })
    return next
  })

  const tryIntroduce = Effect.fnUntraced(function* (input: Introduction) {
    const now = yield* Clock.currentTimeMillis
    const found = yield* findUser(input)
    return yield* found === undefined ? addUser(input, now) : updateUser(found.user.id, input, now)
  })

  /** The user if the introduction changes nothing, which needs no transaction. */
  const findUnchanged = Effect.fnUntraced(function* (input: Introduction) {
    const now = yield* Clock.currentTimeMillis
    const found = yield* findUser(input)
    if (found === undefined || (input.issuer !== undefined && !found.isNamed)) return undefined
    return Equal.equals(applyIntroduction(found.user, input, now), found.user) ? found.user : undefined
  })

  /** Makes or updates the user, inside a mutation. */
  const introduce = (input: Introduction) =>
    tryIntroduce(input).pipe(
      Effect.retry({ times: tries, while: ({ _tag }) => _tag === "Overtaken" }),
      Effect.catchTag("Overtaken", Effect.die)
    )

  return { findUnchanged, introduce } as const
})
