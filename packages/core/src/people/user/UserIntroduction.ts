import { Clock, Context, Data, Effect, Equal, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { UserId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as signInCodes } from "../sign-in/SignInCodes.ts"
import { AddressHolder, mayBind } from "./AddressBinding.ts"
import {
  AddressHeld,
  AddressUnproven,
  applyIntroduction,
  type Introduction,
  introduced,
  isOf,
  pairOf,
  proofOf
} from "./Introduction.ts"
import { rowId, type User } from "./User.ts"
import { UserWrites } from "./UserWrites.ts"

/** Another request created or changed the same user concurrently, so the introduction is retried. */
class ConcurrentIntroduction extends Data.TaggedError("Overtaken") {}

/** The pair of an introduction that is stored in a separate row: ids without an issuer are stored with their users. */
const boundPairOf = (input: Introduction) => (input.issuer === undefined ? undefined : pairOf(input))

/** The user of an introduction; `isNamed`: they were found by their pair, not by their address. */
interface KnownUser {
  readonly user: User
  readonly isNamed: boolean
}

/** Maximum number of attempts, more than concurrent introductions can cause. */
const tries = 10

/** Finds or creates the user whom a host introduces. */
export class UserIntroduction extends Context.Service<UserIntroduction>()("@quire/core/UserIntroduction", {
  make: Effect.gen(function* () {
    const { users, write } = yield* UserWrites
    const { findPair, holderOf, identities } = yield* AddressHolder
    const codes = yield* Repository.make(signInCodes)
    const nextId = yield* IdGenerator
    const events = yield* Events

    const findHolder = (email: string) => Effect.map(users.getBy("email", { email }), Option.getOrUndefined)

    /** The user of the pair, if there is one. */
    const findNamed = Effect.fnUntraced(function* ({ externalId, issuer }: Introduction) {
      if (externalId === undefined) return undefined
      if (issuer === undefined) return Option.getOrUndefined(yield* users.getBy("externalId", { externalId }))
      const identity = Option.getOrUndefined(yield* identities.get(rowId({ issuer, externalId })))
      return identity === undefined ? undefined : Option.getOrUndefined(yield* users.get(identity.value.user))
    })

    /**
     * Checks whether the account that has the address of an introduction belongs to the same user, and fails with the
     * reason otherwise.
     */
    const checkHolder = Effect.fnUntraced(function* (input: Introduction, holder: User) {
      const known = yield* findPair(holder)
      if (!isOf(input, holder, known)) return yield* new AddressHeld({ holder: holder.id })
      // Another request created the same user concurrently.
      if (known !== undefined && input.externalId !== undefined) return
      const claim = { proof: proofOf(input), isNamed: input.externalId !== undefined }
      if (!mayBind(claim, yield* holderOf(holder))) return yield* new AddressUnproven({ holder: holder.id })
    })

    /** The user of an introduction, and whether they were found by their pair. */
    const findUser = Effect.fnUntraced(function* (
      input: Introduction
    ): Effect.fn.Return<KnownUser | undefined, AddressHeld | AddressUnproven> {
      const named = yield* findNamed(input)
      if (named !== undefined) return { user: named.value, isNamed: true }
      const holder = (yield* findHolder(input.email))?.value
      if (holder === undefined) return undefined
      yield* checkHolder(input, holder)
      return { user: holder, isNamed: false }
    })

    /** Binds the pair of an introduction with an issuer to a user without a pair. */
    const bindPair = Effect.fnUntraced(function* (input: Introduction, user: UserId, now: number) {
      const pair = boundPairOf(input)
      if (pair === undefined) return
      const made = { ...pair, id: rowId(pair), user, createdAt: now }
      yield* identities.tryInsert(made).pipe(Effect.catchTag("Taken", () => new ConcurrentIntroduction()))
    })

    const unbindPair = (input: Introduction) => {
      const pair = boundPairOf(input)
      return pair === undefined ? Effect.void : Effect.asVoid(identities.remove([rowId(pair)]))
    }

    const addUser = Effect.fnUntraced(function* (input: Introduction, now: number) {
      const id = UserId.make(yield* nextId)
      const made = introduced(id, input, now)
      yield* bindPair(input, id, now)
      yield* users
        .tryInsert(made)
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
    const updateUser = Effect.fnUntraced(function* (found: KnownUser, input: Introduction, now: number) {
      const { id } = found.user
      const seen = (yield* users.lock([id])).get(id)
      if (seen === undefined) return yield* new ConcurrentIntroduction()
      const known = yield* findPair(seen.value)
      if (found.isNamed && !isOf(input, seen.value, known)) return yield* new ConcurrentIntroduction()
      if (!found.isNamed) yield* Effect.mapError(checkHolder(input, seen.value), () => new ConcurrentIntroduction())
      if (known === undefined) yield* bindPair(input, id, now)
      const next = applyIntroduction(seen.value, input, now)
      yield* write(seen, next).pipe(Effect.catchTag("Taken", () => failTaken(input, id)))
      if (next.email !== seen.value.email) yield* codes.removeWhere("ofUser", { equals: { user: id } })
      return next
    })

    const tryIntroduce = Effect.fnUntraced(function* (input: Introduction) {
      const now = yield* Clock.currentTimeMillis
      const found = yield* findUser(input)
      return yield* found === undefined ? addUser(input, now) : updateUser(found, input, now)
    })

    /** The user if the introduction changes nothing, which needs no transaction. */
    const findUnchanged = Effect.fnUntraced(function* (input: Introduction) {
      const now = yield* Clock.currentTimeMillis
      const found = yield* findUser(input)
      if (found === undefined || (input.issuer !== undefined && !found.isNamed)) return undefined
      return Equal.equals(applyIntroduction(found.user, input, now), found.user) ? found.user : undefined
    })

    /** Creates or updates the user, inside a mutation. */
    const introduce = (input: Introduction) =>
      tryIntroduce(input).pipe(
        Effect.retry({ times: tries, while: ({ _tag }) => _tag === "Overtaken" }),
        Effect.catchTag("Overtaken", Effect.die)
      )

    return { findUnchanged, introduce } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AddressHolder.layer, Events.layer, UserWrites.layer])
  )
}
