import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Actor } from "../Actor.ts"
import { Addresses } from "../Addresses.ts"
import { Events } from "../events/Events.ts"
import { IdGenerator } from "../IdGenerator.ts"
import { checked, clearable, closed, optional, WebAddress } from "../Input.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"
import { operation } from "../Operation.ts"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import { fold } from "../text/Text.ts"
import { collection, DisplayName, Email, type User, type UserView } from "./User.ts"
import { UserId } from "./UserId.ts"

/** How a host introduces a person: the address is what they are known by. */
export const Introduction = closed("UserIntroduction", {
  email: Email,
  displayName: DisplayName,
  externalId: optional(Schema.String),
  /** The host knows that the address is theirs. */
  emailVerified: optional(Schema.Boolean)
})
export type Introduction = typeof Introduction.Type

export const Patch = closed("UserPatch", { displayName: optional(DisplayName), photoURL: clearable(WebAddress) })
export type Patch = typeof Patch.Type

const checkIntroduction = checked(Introduction)
const checkPatch = checked(Patch)

/** No such user, or none who shares an organization with the caller. */
export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `user ${this.id} does not exist`
  }
}

/** Only the host introduces people. */
export class HostOnly extends Schema.TaggedError<HostOnly>()("HostOnly", { operation: Schema.String }) {
  readonly kind = "forbidden" as const
  override get message() {
    return `${this.operation} is for the host alone`
  }
}

/** More organizations than any person is in. */
const everyOrganization = 10_000

/** People (decisions U1, U2). */
export class Users extends Context.Service<Users>()("@quire/core/Users", {
  make: Effect.gen(function* () {
    const users = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)
    const addresses = yield* Addresses
    const nextId = yield* IdGenerator
    const mutation = yield* Mutation.make
    const events = yield* Events

    const view = (self: User, showsEmail: boolean): UserView => ({
      object: "user",
      id: self.id,
      displayName: self.displayName,
      ...(self.photoURL === undefined ? {} : { photoURL: self.photoURL }),
      ...(showsEmail ? { email: self.email } : {}),
      urls: { location: `${addresses.base}/v1/users/${self.id}` }
    })

    const memberships = (user: UserId) =>
      Effect.map(members.list("ofUser", { equals: { user }, limit: everyOrganization }), (rows) =>
        rows.map(({ value }) => value).filter(({ disabled }) => !disabled)
      )

    /** The user with this address, made when there is none. Host only. */
    const ensure = operation("Users.ensure")(function* (given: Introduction) {
      const input = yield* checkIntroduction(given)
      const caller = yield* Actor
      if (caller._tag !== "System") return yield* new HostOnly({ operation: "Users.ensure" })
      return yield* mutation(
        Effect.gen(function* () {
          const present = yield* users.getBy("email", { email: input.email })
          if (Option.isSome(present)) return present.value.value
          const now = yield* Clock.currentTimeMillis
          const made: User = {
            id: UserId.make(yield* nextId),
            displayName: input.displayName,
            email: input.email,
            emailVerifiedAt: input.emailVerified === true ? now : null,
            externalId: input.externalId ?? null,
            createdAt: now
          }
          const inserted = yield* Effect.result(users.insert(made))
          if (inserted._tag === "Failure") {
            return (yield* Effect.orDie(
              Effect.flatMap(users.getBy("email", { email: input.email }), Effect.fromOption)
            )).value
          }
          yield* events.announce({ type: "users.create", organization: null, subjects: [made.id] })
          return made
        })
      )
    })

    /** The places of the caller in organizations that a user is in too: asks the same of whoever it is, or nobody. */
    const shared = Effect.fnUntraced(function* (caller: UserId, user: UserId) {
      const own = yield* memberships(caller)
      const theirs = yield* members.getMany(own.map(({ organization }) => rowId(organization, user)))
      return own.filter(({ organization }) => theirs.get(rowId(organization, user))?.value.disabled === false)
    })

    /** Oneself, or somebody with whom the caller shares an organization. */
    const get = operation("Users.get")(function* (id: UserId) {
      const caller = yield* Actor
      const notFound = new UserNotFound({ id })
      const isOpen = caller._tag === "System" || caller.user === id
      const places = isOpen ? [] : yield* shared(caller.user, id)
      if (!isOpen && places.length === 0) return yield* notFound
      const found = yield* Effect.flatMap(
        users.get(id),
        Option.match({ onNone: () => notFound, onSome: Effect.succeed })
      )
      return view(found.value, isOpen || places.some(({ role }) => role !== null))
    })

    /** The caller. */
    const self = operation("Users.self")(function* () {
      const caller = yield* Actor
      if (caller._tag === "System") return yield* new UserNotFound({ id: "system" })
      return yield* get(caller.user)
    })

    /** What members are found by; again when somebody else, who holds no lock of the user's, came in between. */
    const rewrite = (user: string, words: string) =>
      members.list("ofUser", { equals: { user }, limit: everyOrganization }).pipe(
        Effect.flatMap((rows) => members.updateAll(rows.map((row) => ({ seen: row, next: { ...row.value, words } })))),
        Effect.retry({ times: 10, while: ({ _tag }) => _tag === "Stale" }),
        Effect.orDie
      )

    const update = operation("Users.update")(function* (id: UserId, given: Patch) {
      const changes = yield* checkPatch(given)
      const caller = yield* Actor
      yield* get(id)
      if (caller._tag === "User" && caller.user !== id)
        return yield* new HostOnly({ operation: "changing another user" })
      return yield* mutation(
        Effect.gen(function* () {
          const seen = yield* Effect.orDie(Effect.fromNullishOr((yield* users.lock([id])).get(id)))
          const { photoURL: before, ...kept } = seen.value
          const photoURL = changes.photoURL === undefined ? before : (changes.photoURL ?? undefined)
          const next: User = {
            ...kept,
            displayName: changes.displayName ?? kept.displayName,
            ...(photoURL === undefined ? {} : { photoURL })
          }
          const written = yield* Effect.orDie(users.update(seen, next))
          if (written.version === seen.version) return view(next, true)
          const words = fold(`${next.displayName} ${next.email}`)
          yield* rewrite(id, words)
          yield* events.announce({
            type: "users.update",
            organization: null,
            subjects: [id],
            before: seen.value,
            after: next
          })
          return view(next, true)
        })
      )
    })

    return { ensure, get, self, update, view } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
