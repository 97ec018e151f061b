import { Clock, Context, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { UserId } from "../../foundation/id/Ids.ts"
import type { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import { digest, Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import { toSecretText } from "../token/Checksum.ts"
import { type Browser, collection, lifetime, limits, type Session, SessionId, ssoLifetime } from "./Session.ts"

const named = (userAgent: string) => cut(userAgent.replace(/[\p{C}\s]+/gu, " ").trim(), limits.userAgentLength)

/** Creates sessions inside a mutation that has locked the user (rule session-secret). */
export class SessionOpening extends Context.Service<SessionOpening>()("@quire/core/SessionOpening", {
  make: Effect.gen(function* () {
    const sessions = yield* Repository.make(collection)
    const secrets = yield* Secrets
    const nextId = yield* IdGenerator

    const generate = Effect.map(secrets.random(32), toSecretText)

    /** Finds the session whose current or previous secret has this digest. */
    const find = Effect.fnUntraced(function* (presented: string) {
      const byPresent = yield* sessions.getBy("digest", { digest: presented })
      return Option.isSome(byPresent) ? byPresent : yield* sessions.getBy("previous", { previous: presented })
    })

    /** Deletes the sessions that were not used for the longest time, so that one more fits within the limit. */
    const makeRoom = Effect.fnUntraced(function* (user: UserId) {
      const rows = Repository.values(
        yield* sessions.list("ofUser", { equals: { user }, limit: limits.sessionsPerUser })
      )
      const late = [...rows].sort((one, other) => one.lastSeenAt - other.lastSeenAt)
      yield* sessions.remove(late.slice(0, Math.max(0, rows.length - limits.sessionsPerUser + 1)).map(({ id }) => id))
    })

    /** Creates a session with a new secret, whatever secret the browser presented. The secret is returned only here. */
    const open = Effect.fnUntraced(function* (user: UserId, { replaced, userAgent }: Browser, sso?: SignedInFor) {
      const before = replaced === undefined ? Option.none() : yield* find(digest(replaced))
      if (Option.isSome(before)) yield* sessions.remove([before.value.value.id])
      yield* makeRoom(user)
      const now = yield* Clock.currentTimeMillis
      const secret = yield* generate
      const made: Session = {
        id: SessionId.make(yield* nextId),
        user,
        digest: digest(secret),
        previous: digest(secret),
        renewedAt: now,
        takenAt: null,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: now + (sso === undefined ? lifetime : ssoLifetime),
        userAgent: named(userAgent),
        ...(sso === undefined ? {} : { sso })
      }
      yield* sessions.insert(made)
      return { secret, made }
    })

    return { sessions, generate, find, open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
