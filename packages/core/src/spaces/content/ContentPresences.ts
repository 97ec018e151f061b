import { Clock, Context, Effect, Layer } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import { checked, InputInvalid } from "../../foundation/input/Input.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import { UserNotFound } from "../../people/user/Users.ts"
import { ContentBase, type ContentSelector } from "../commit/ContentBase.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import * as ContentPresence from "./ContentPresence.ts"

const { limits } = ContentPresence

const forgetting = JobKind.repeated({ name: "old-presences", every: 3_600_000, deadline: 60_000 })

const checkUpdate = checked(ContentPresence.PresenceUpdate)
const checkSession = checked(ContentPresence.PresenceSession)

/** The content in which people are present: the primary content of a space, or that of a change request. */
type PresenceSelector = Pick<ContentSelector, "changeRequest" | "space">

/**
 * People who are in some content at the moment, as their editors announce them (rules presence-expiry and
 * presence-own). The events of the content report them to its readers.
 */
export class ContentPresences extends Context.Service<ContentPresences>()("@quire/core/ContentPresences", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const jobs = yield* Jobs
    const { mutate } = yield* Mutation
    const spaces = yield* Repository.make(spaceCollection)
    const presences = yield* Repository.make(ContentPresence.collection)
    const users = yield* UserViews

    /** The content, for a caller who may read it, and the id of the caller's presence there. */
    const admit = Effect.fnUntraced(function* (of: PresenceSelector, session: string) {
      const { access, changeRequest } = yield* base.admit(of, "content:read")
      const user = yield* callingUser
      if (user === null) return yield* new UserNotFound({ id: "system" })
      const content = ContentPresence.keyOf(
        changeRequest === undefined
          ? { kind: "space", id: of.space }
          : { kind: "changeRequest", id: changeRequest.value.id }
      )
      return { access, content, user, id: digest(`${content} ${user} ${session}`) }
    })

    /** Inserts a presence unless the content has too many. Locks the space, so that concurrent calls count each other. */
    const insert = Effect.fnUntraced(function* (presence: ContentPresence.Presence, now: number) {
      yield* spaces.lockOnly([presence.space])
      const others = { equals: { content: presence.content }, range: { from: now + 1 } }
      const count = yield* presences.count("ofContent", others, limits.perContent)
      if (count >= limits.perContent) return yield* new ContentPresence.TooManyPresences()
      yield* Effect.ignore(presences.tryInsert(presence))
    })

    /**
     * Announces that the caller's editor with this session is in some content, for thirty seconds or fewer, or until the
     * next call. With zero seconds, it has left.
     */
    const announcePresence = operation("ContentPresences.announcePresence")(function* (
      of: PresenceSelector,
      session: string,
      given: ContentPresence.PresenceUpdate
    ) {
      const { seconds = limits.lifetime / 1_000, ...update } = yield* checkUpdate(given)
      if (update.selection !== undefined && update.page === undefined) {
        return yield* new InputInvalid({ details: [{ path: "selection", rule: "must have a page" }] })
      }
      const { access, content, id, user } = yield* admit(of, yield* checkSession(session))
      const now = yield* Clock.currentTimeMillis
      const presence: ContentPresence.Presence = {
        ...update,
        id,
        content,
        space: SpaceId.make(of.space),
        user,
        session,
        expiresAt: now + seconds * 1_000
      }
      yield* mutate(
        Effect.gen(function* () {
          yield* base.decideAgain(of, "content:read")
          const current = (yield* presences.lock([id])).get(id)
          if (seconds === 0) yield* presences.remove([id])
          else if (current === undefined) yield* insert(presence, now)
          else yield* presences.update(current, presence)
        })
      )
      const userOf = yield* users.many(access.placement.value.organization, access, [user])
      return ContentPresence.view(presence, userOf(user))
    })

    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      mutate(presences.removeWhere("expiry", { equals: {}, range: { to: now } }))
    )

    yield* jobs.repeat(forgetting, forgetOld)

    return { announcePresence } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ContentBase.layer, Jobs.layer, Mutation.layer, UserViews.layer])
  )
}

/** The operation of this service that hosts call. */
export type PresenceOperation = Pick<ContentPresences["Service"], "announcePresence">
