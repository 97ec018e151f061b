import { Context, Effect, Layer, Option, Schema } from "effect"
import type { UserId } from "../../foundation/id/Ids.ts"
import { checked, clearable, closed, InputInvalid, optional, WebAddress } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { HostOnly, hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone, callingPerson } from "../../foundation/operation/PublishedOnly.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import { Introduction } from "./Introduction.ts"
import { DisplayName, isErased, type User, type UserView } from "./User.ts"
import { UserIntroduction } from "./UserIntroduction.ts"
import { UserVisibility } from "./UserVisibility.ts"
import { UserWrites } from "./UserWrites.ts"

export const Patch = closed(
  "UserPatch",
  { displayName: optional(DisplayName), photoURL: clearable(WebAddress) },
  { displayName: "Display name, 1 to 64 characters.", photoURL: "Address of the photo; null removes it." }
)
export type Patch = typeof Patch.Type

const checkIntroduction = checked(Introduction)
const checkPatch = checked(Patch)

/** There is no such user, or the user shares no organization with the caller (rule user-visible). */
export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `user ${this.id} does not exist`
  }
}

/** User accounts (rules user-made and user-visible). */
export class Users extends Context.Service<Users>()("@quire/core/Users", {
  make: Effect.gen(function* () {
    const { users, write } = yield* UserWrites
    const { introduce, findUnchanged } = yield* UserIntroduction
    const { findVisibility } = yield* UserVisibility
    const addresses = yield* Addresses
    const { mutate } = yield* Mutation

    const view = (self: User, showsEmail: boolean): UserView => ({
      object: "user",
      id: self.id,
      displayName: self.displayName,
      ...(self.photoURL === undefined ? {} : { photoURL: self.photoURL }),
      ...(showsEmail && !isErased(self) ? { email: self.email } : {}),
      urls: { location: `${addresses.base}/v1/users/${self.id}` }
    })

    /**
     * Finds the user whom the host introduces by issuer and external id, otherwise by address, and creates the user if
     * there is none. Writes nothing if the introduction changes nothing. Host only.
     */
    const ensure = operation("Users.ensure")(function* (given: Introduction) {
      const input = yield* checkIntroduction(given)
      yield* hostOnly("Users.ensure")
      if (input.issuer !== undefined && input.externalId === undefined) {
        return yield* new InputInvalid({ details: [{ path: "externalId", rule: "is required with an issuer" }] })
      }
      return (yield* findUnchanged(input)) ?? (yield* mutate(introduce(input)))
    })

    /** Returns the caller, or a user who shares an organization with the caller. */
    const get = operation("Users.get")(function* (id: UserId) {
      const caller = yield* callingAnyone
      const notFound = () => new UserNotFound({ id })
      const isOpen = caller._tag === "System" || caller.user === id
      const visibility = isOpen ? "email" : yield* findVisibility(caller.user, id, caller.sso?.organization)
      if (visibility === "hidden") return yield* notFound()
      const found = yield* Effect.flatMap(users.get(id), Option.match({ onNone: notFound, onSome: Effect.succeed }))
      return view(found.value, visibility === "email")
    })

    /** Returns the caller. */
    const self = operation("Users.self")(function* () {
      const caller = yield* callingAnyone
      if (caller._tag === "System") return yield* new UserNotFound({ id: "system" })
      return yield* get(caller.user)
    })

    /** Updates the profile of a user. */
    const update = operation("Users.update")(function* (id: UserId, given: Patch) {
      const changes = yield* checkPatch(given)
      const caller = yield* callingPerson
      yield* get(id)
      if (caller._tag === "User" && caller.user !== id)
        return yield* new HostOnly({ operation: "updating another user" })
      return yield* mutate(
        Effect.gen(function* () {
          const seen = yield* users.requireLocked(id)
          if (isErased(seen.value)) return yield* new UserNotFound({ id })
          const { photoURL: before, ...kept } = seen.value
          const photoURL = changes.photoURL === undefined ? before : (changes.photoURL ?? undefined)
          const next: User = {
            ...kept,
            displayName: changes.displayName ?? kept.displayName,
            ...(photoURL === undefined ? {} : { photoURL })
          }
          yield* Effect.orDie(write(seen, next))
          return view(next, true)
        })
      )
    })

    return { ensure, get, self, update, view } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Mutation.layer, UserIntroduction.layer, UserWrites.layer])
  )
}
