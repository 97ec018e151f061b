import { Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, type User, wordsOf } from "./User.ts"
import { UserVisibility } from "./UserVisibility.ts"

/** Changes a locked user, inside a mutation. */
export class UserWrites extends Context.Service<UserWrites>()("@quire/core/UserWrites", {
  make: Effect.gen(function* () {
    const users = yield* Repository.make(collection)
    const { admitInvited, updateSearchWords } = yield* UserVisibility
    const events = yield* Events

    /** Writes and announces the change, or does nothing if nothing changes. */
    const write = Effect.fnUntraced(function* (seen: Repository.VersionedValue<User>, next: User) {
      const written = yield* users.tryUpdate(seen, next).pipe(Effect.catchTag("Stale", Effect.die))
      if (written.version === seen.version) return
      const words = wordsOf(next)
      if (words !== wordsOf(seen.value)) yield* updateSearchWords(next.id, words)
      if (seen.value.emailVerifiedAt === null && next.emailVerifiedAt !== null) yield* admitInvited(next.id, next.email)
      yield* events.announce({
        type: "users.update",
        organization: null,
        subjects: [next.id],
        before: seen.value,
        after: next
      })
    })

    return { users, write } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Events.layer))
}
