import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { UserId } from "../../foundation/id/Ids.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, type Session, view } from "./Session.ts"

/** There is no such session, or it belongs to another user (rules request-absence and session-owner). */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `session ${this.id} does not exist`
  }
}

const hourly = JobKind.repeated({ name: "sessions", every: 3_600_000, deadline: 60_000 })

/**
 * Browser sessions of users. A caller who signed in by single sign-on can list and end only the sessions of that
 * organization (rule session-owner).
 */
export class Sessions extends Context.Service<Sessions>()("@quire/core/Sessions", {
  make: Effect.gen(function* () {
    const sessions = yield* Repository.make(collection)
    const { mutate } = yield* Mutation
    const events = yield* Events
    const { paged } = yield* Paging

    /** The session of the current request, and the organization to which the visible sessions are limited. */
    const callerFor = Effect.fnUntraced(function* (user: UserId) {
      const caller = yield* callingAnyone
      if (caller._tag === "System") return { current: undefined, organization: undefined }
      if (caller.user !== user) return yield* new SessionNotFound({ id: user })
      return { current: caller.session, organization: caller.sso?.organization }
    })

    const sourceFor = (user: UserId, organization: string | undefined) =>
      organization === undefined
        ? sessions.source("ofUser", { equals: { user } })
        : sessions.source("forOrganization", { equals: { user, organization } })

    /** Lists the sessions of a user, oldest first. Expired sessions may be included for up to an hour. */
    const list = operation("Sessions.list")(function* (user: UserId, request: PageRequest) {
      const { current, organization } = yield* callerFor(user)
      return yield* paged({
        list: "user.sessions",
        filters: [user, organization ?? ""],
        request,
        ...sourceFor(user, organization),
        view: (rows) => Effect.succeed(rows.map(({ value }) => view(value, current)))
      })
    })

    const checkOwner = Effect.fnUntraced(function* ({ id, sso, user }: Session) {
      const notFound = () => new SessionNotFound({ id })
      const { organization } = yield* Effect.mapError(callerFor(user), notFound)
      if (organization !== undefined && organization !== sso?.organization) return yield* notFound()
    })

    /** Revokes a session; its browser is signed out at its next request. Returns false if there is no such session. */
    const revoke = operation("Sessions.revoke")(function* (id: string) {
      return yield* mutate(
        Effect.gen(function* () {
          const seen = (yield* sessions.lock([id])).get(id)
          if (seen === undefined) return false
          yield* checkOwner(seen.value)
          yield* sessions.remove([id])
          yield* events.announce({ type: "sessions.delete", organization: null, subjects: [id, seen.value.user] })
          return true
        })
      ).pipe(Effect.catchTag("SessionNotFound", () => Effect.succeed(false)))
    })

    /** Deletes expired sessions and returns how many. No behavior depends on when it runs. Host only. */
    const forgetExpired = operation("Sessions.forgetExpired")(function* () {
      yield* hostOnly("Sessions.forgetExpired")
      const now = yield* Clock.currentTimeMillis
      return yield* sessions.removeWhere("expiring", { equals: {}, range: { to: now + 1 } })
    })

    const jobs = yield* Jobs
    yield* jobs.repeat(hourly, forgetExpired())

    return { list, revoke, forgetExpired } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, Jobs.layer, Mutation.layer, Paging.layer])
  )
}
